"""Entry point of the watch of cited pages."""

import sys

from locdata_watch.cli.watch import main

if __name__ == "__main__":
    sys.exit(main())
