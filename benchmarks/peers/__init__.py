"""Other ways to build the site from the same prepared records and pages (``benchmarks.prepared``).

A peer is a module with a function ``lay_out(prepared, project)``, which sets up the project of the tool and returns the
``Command`` that is timed. Templates and configuration are in the folder with the name of the peer.
"""
