"""Entry point of ``./pants run src/python/locdata_build`` and ``python -m locdata_build``."""

import sys

from locdata_build.cli.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
