# Constants and macros for BUILD files. Pants allows no imports in this file, and constants must be hashable.

# For tests that build sites and never look at them: an edit of a stylesheet runs them again only if they get the real one.
PLAIN_ASSETS = ("!!src/python/locdata_build/render/assets", "tests/support:plain_assets")

# For code that the watch of cited pages shares with the build. Each has its own lock.
WITH_WATCH = ("python-default", "watch")

# The version of the packages for Python and npm. Docs: docs/releasing.md.
VERSION = "1.0.0"

# The base URL in data_src/site.json, with which a test compares it.
HOMEPAGE = "https://locdata.example"


def wheel(package, description, keywords, dependencies, entry_points={}):
    """Declare the wheel `:dist` of a package with a README.md beside its BUILD file."""
    python_distribution(
        name="dist",
        # Setuptools finds the licence at the root of what it packs.
        dependencies=[*dependencies, "//LICENSE:code_licence"],
        entry_points=entry_points,
        provides=python_artifact(
            name=package.replace("_", "-"),
            version=VERSION,
            description=description,
            author="Localization Data Service",
            license_expression="MIT",
            license_files=["LICENSE"],
            python_requires=">=3.11",
            keywords=["e-invoicing", "VAT", "SAF-T", "tax reporting", "ERP", *keywords],
            classifiers=[
                "Development Status :: 5 - Production/Stable",
                "Intended Audience :: Developers",
                "Intended Audience :: Financial and Insurance Industry",
                "Operating System :: OS Independent",
                "Programming Language :: Python :: 3",
                "Programming Language :: Python :: 3 :: Only",
                "Programming Language :: Python :: 3.11",
                "Programming Language :: Python :: 3.12",
                "Programming Language :: Python :: 3.13",
                "Topic :: Office/Business :: Financial :: Accounting",
                "Typing :: Typed",
            ],
            project_urls={
                "Homepage": HOMEPAGE,
                "Documentation": f"{HOMEPAGE}/api/",
                "Changelog": f"{HOMEPAGE}/changes/",
            },
            long_description_content_type="text/markdown",
        ),
        long_description_path=f"src/python/{package}/README.md",
        sdist=False,
        # The files in the wheel get this time, so that equal sources give equal bytes.
        env_vars=["SOURCE_DATE_EPOCH=315532800"],
    )
