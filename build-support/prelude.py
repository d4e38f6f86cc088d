# Macros for BUILD files. Pants allows no imports in this file, and constants must be hashable.

# The code of every country in data_src/countries. Generated: ./pants run tests/golden:update
COUNTRIES = tuple("""
    ae ar at au be bg br ca ch cl cn co cr cy cz de dk ee eg es
    fi fr gb gr hr hu id ie il in it jp ke kr lt lu lv mt mx my
    ng nl no nz pe ph pl pt ro rs sa se sg si sk th tr ua us vn
    za
""".split())


def golden_tests(source, dependencies):
    """Define a test target for each country that depends only on that country's source file and golden files."""
    for country in COUNTRIES:
        python_test(
            name=country,
            source=source,
            dependencies=[
                *dependencies,
                f"data_src/countries/{country}.json",
                f"tests/golden/countries:{country}",
            ],
        )


def golden_files():
    """Define a target for the golden files of each country."""
    for country in COUNTRIES:
        files(name=country, sources=[f"{country}/*.json", f"{country}/*.md"])

# For tests that build sites and never look at them: an edit of a stylesheet runs them again only if they get the real one.
PLAIN_ASSETS = ("!!src/python/locdata_build/render/assets", "tests/support:plain_assets")
