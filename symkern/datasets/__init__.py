"""Generators and loaders of data."""

from symkern.datasets.toy import hidden_pair as hidden_pair
from symkern.datasets.toy import overlapping_lines as overlapping_lines
from symkern.datasets.toy import saito_nakano as saito_nakano
from symkern.datasets.toy import saito_nakano_function as saito_nakano_function
from symkern.datasets.toy import separable_lines as separable_lines
