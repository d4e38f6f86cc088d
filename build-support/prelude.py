# Macros of the BUILD files. Pants reads this file as text: no imports, and constants must be hashable.

# Every country of data_src/countries, by code. tests/golden/complete_test.py says so where this list and the files differ.
# A code without golden files stops every goal, so make them first: ./pants run tests/golden:update
COUNTRIES = tuple(
    """
    ae ar at au be bg br ca ch cl cn co cr cy cz de
    dk ee eg es fi fr gb gr hr hu id ie il in it jp
    ke kr lt lu lv mt mx my ng nl no nz pe ph pl pt
    ro rs sa se sg si sk th tr ua us vn za
    """.split()
)


def golden_tests(source, dependencies):
    """One test target for each country, on that country's source file and golden files and on no other country's."""
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
    """The golden files of each country."""
    for country in COUNTRIES:
        files(name=country, sources=[f"{country}/*.json", f"{country}/*.md"])
