"""The answers of the tools: short, typed records of a site with their ids and sources."""
