"""From derived formulas to modules that stand alone."""
