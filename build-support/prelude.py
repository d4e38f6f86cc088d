# Constants for BUILD files. Pants allows no imports in this file, and constants must be hashable.

# For tests that build sites and never look at them: an edit of a stylesheet runs them again only if they get the real one.
PLAIN_ASSETS = ("!!src/python/locdata_build/render/assets", "tests/support:plain_assets")
