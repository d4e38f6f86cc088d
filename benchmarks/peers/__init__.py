"""Other ways to build the site, given the same prepared records and pages (``benchmarks.prepared``).

A peer is a module with ``lay_out(prepared, project)``: it puts the tool's project together, which is not timed, and
gives the ``Command`` to time. Templates and configuration are in the folder of the peer's name.
"""
