"""Measurements of the builder, of an editor's waiting time, and of the server for agents: docs/performance.md."""
