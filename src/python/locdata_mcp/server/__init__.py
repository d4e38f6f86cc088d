"""The server: tools, resources and prompts over the Model Context Protocol."""
