"""How fast the builder is, how its time grows with the data, and how it compares with other site generators."""
