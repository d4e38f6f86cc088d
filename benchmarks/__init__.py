"""How fast the builder is, how it grows with its data, and how it compares with other makers of sites."""
