"""Serve a site over the Model Context Protocol: ``./pants run src/python/locdata_mcp``."""

import sys

from locdata_mcp.server.main import main

if __name__ == "__main__":
    sys.exit(main())
