"""`python -m symkern`"""

import sys

from symkern.cli import main

if __name__ == "__main__":
    sys.exit(main())
