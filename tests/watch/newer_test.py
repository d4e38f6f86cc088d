"""Newer versions of cited files, at paths that the data cites and in lists of files of their repositories."""

import pytest

from locdata_watch.visits.newer import newer_files, newer_tags, versions_of

SAF_T_1_3 = [
    "Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd",
    "Norwegian_SAF-T_Financial_Schema_v_1.10.xsd",
    "Project_SAF-T_Financial_v.2.0/Including SourceDocuments 01.01.2027.txt",
    "SAF-T_Financial_1.3/About_SAF-T_Financial_v.1.3.txt",
    "SAF-T_Financial_1.3/Grouping Category Code/CSV/KOSTRA_Arts_2024_kommuner.csv",
    "SAF-T_Financial_1.3/Norwegian_SAF-T_Financial_Schema_v_1.30.xsd",
]
SAF_T_1_4 = [
    *SAF_T_1_3,
    "SAF-T_Financial_1.4/About_SAF-T_Financial_schema_v.1.40.txt",
    "SAF-T_Financial_1.4/Norwegian_SAF-T_Financial_Schema_v_1.40.xsd",
]
KSEF = [
    "auth/schemy/schemat_auth_v2-0.xsd",
    "auth/schemy/schemat_auth_v2-1.xsd",
    "faktury/schemy/FA/bazowe/ElementarneTypyDanych_v10-0E.xsd",
    "faktury/schemy/FA/schemat_FA(3)_v1-0E.xsd",
    "faktury/schemy/FA/schemat_FA(4)_v1-0E.xsd",
    "faktury/schemy/PEF/Schemat_PEF(3)_v2-1.xsd",
    "faktury/schemy/PEF/Schemat_PEF_KOR(3)_v2-1.xsd",
    "faktury/schemy/PEF/Schemat_PEF_KOR(4)_v2-0.xsd",
    "faktury/schemy/RR/schemat_FA_RR(1)_v1-1E.xsd",
]
PEPPOL = [
    *(
        f"publication/{folder}/Peppol Code Lists - {code_list} {version}.json"
        for code_list in ("Document types", "Participant identifier schemes")
        for folder, version in [("old/v9.6", "v9.6"), ("old/v9.7", "v9.7"), ("v9.8", "v9.8")]
    ),
    "publication/files/old/peppol-codelists-v2.xsd",
    "publication/files/old/peppol-codelists-v2.5.xsd",
]
ONLINE_INVOICE = [
    "docs/API docs/en/EN_Online Invoice System 3.0 Interface Specification (22.01.2025).pdf",
    "docs/API docs/en/EN_Online Invoice System 3.0 Interface Specification (2025.09.15).pdf",
    "src/schemas/nav/gov/hu/OSA/CHANGELOG_3.0.md",
    "src/schemas/nav/gov/hu/OSA/invoiceData.xsd",
]
EVAT = [
    "docs/spec/eVAT_M2M_system_interface_specification_v0.9_en.pdf",
    "docs/spec/eVAT_M2M_system_interface_specification_v1.0_en.pdf",
    "docs/standard_adokod/TAX_CODE_CATALOG_20251201.xlsx",
    "docs/standard_adokod/TAX_CODE_CATALOG_20251201_extended.xlsx",
    "docs/standard_adokod/TAX_CODE_CATALOG_20260301_extended.xlsx",
]
BUSINESS_CENTRAL = [
    f"dev-itpro/whatsnew/whatsnew-update-{major}-{minor}.md" for major in range(17, 29) for minor in range(6)
]
SPAIN = [f"business-central/LocalFunctionality/Spain/report-{number}.md" for number in (347, 349)]
ODOO = ["addons/l10n_es_edi_facturae/__manifest__.py", "addons/l10n_es_edi_verifactu/__manifest__.py"]
NFELIB = ["nfelib/nfe/schemas/v4_0/tiposBasico_v4.00.xsd", "nfelib/nfe/schemas/v4_0/tiposBasico_v4.01.xsd"]
PHIVE = [
    f"rule-source/{rules}/PEPPOL-EN16931-UBL.sch"
    for rules in ("openpeppol/3.15.0", "openpeppol/2024.11", "oioubl/1.17")
]
LAWS_BY_YEAR = [f"cz/SB-{year}-{number}.md" for year in (2002, 2003, 2004) for number in (12, 500)]
ACTS_OF_IRELAND = [f"ie/IE-{year}-act-31.md" for year in (2010, 2011, 2012)]
ACTS_OF_CANADA = ["eng/acts/C-52.6.xml", "eng/acts/C-53.2.xml", "eng/acts/I-21.xml", "eng/acts/I-22.xml"]
DATED_LAWS = ["lu/leg-loi-2006-12-22-n7.md", "lu/leg-loi-2007-12-21-n7.md"]
NORWAY_LAWS = ["no/LOV-2004-11-19-73.md", "no/LOV-2005-06-17-73.md"]
CHINA = ["行政法规/发票管理办法(2019-03-02).md", "行政法规/发票管理办法(2023-07-20).md"]


@pytest.mark.parametrize(
    ("cited", "files", "newer"),
    [
        (
            "SAF-T_Financial_1.3/Norwegian_SAF-T_Financial_Schema_v_1.30.xsd",
            SAF_T_1_4,
            ["SAF-T_Financial_1.4/Norwegian_SAF-T_Financial_Schema_v_1.40.xsd"],
        ),
        (
            "faktury/schemy/FA/schemat_FA(3)_v1-0E.xsd",
            KSEF,
            ["faktury/schemy/FA/schemat_FA(4)_v1-0E.xsd"],
        ),
        (
            "faktury/schemy/PEF/Schemat_PEF_KOR(3)_v2-1.xsd",
            KSEF,
            ["faktury/schemy/PEF/Schemat_PEF_KOR(4)_v2-0.xsd"],
        ),
        ("auth/schemy/schemat_auth_v2-0.xsd", KSEF, ["auth/schemy/schemat_auth_v2-1.xsd"]),
        (
            "publication/v9.7/Peppol Code Lists - Participant identifier schemes v9.7.json",
            PEPPOL,
            ["publication/v9.8/Peppol Code Lists - Participant identifier schemes v9.8.json"],
        ),
        (
            "publication/files/old/peppol-codelists-v2.xsd",
            PEPPOL,
            ["publication/files/old/peppol-codelists-v2.5.xsd"],
        ),
        (ONLINE_INVOICE[0], ONLINE_INVOICE, [ONLINE_INVOICE[1]]),
        (EVAT[0], EVAT, [EVAT[1]]),
        (EVAT[3], EVAT, [EVAT[4]]),
        (
            "dev-itpro/whatsnew/whatsnew-update-27-3.md",
            BUSINESS_CENTRAL,
            [f"dev-itpro/whatsnew/whatsnew-update-28-{minor}.md" for minor in (5, 4, 3, 2, 1)],
        ),
        (NFELIB[0], NFELIB, [NFELIB[1]]),
        (PHIVE[0], PHIVE, [PHIVE[1]]),
        (CHINA[0], CHINA, [CHINA[1]]),
        (
            "SAF-T_Financial_1.3/KOSTRA_Arts_2024_kommuner.csv",
            ["SAF-T_Financial_1.3/KOSTRA_Arts_2025_kommuner.csv"],
            ["SAF-T_Financial_1.3/KOSTRA_Arts_2025_kommuner.csv"],
        ),
        ("xsd/FacturaElectronica_V.4.2.xsd", ["xsd/FacturaElectronica_V4.4.xsd"], ["xsd/FacturaElectronica_V4.4.xsd"]),
        ("saft/SAFTPT1.03_01.xsd", ["saft/SAFTPT1.04_01.xsd"], ["saft/SAFTPT1.04_01.xsd"]),
        (
            "Ro_SAFT_Schema_v248_20231117.xsd",
            ["Ro_SAFT_Schema_v249_20250402.xsd"],
            ["Ro_SAFT_Schema_v249_20250402.xsd"],
        ),
    ],
)
def test_a_file_is_newer_if_only_its_versions_differ(cited: str, files: list[str], newer: list[str]) -> None:
    assert list(newer_files(cited, files)) == newer


@pytest.mark.parametrize(
    ("cited", "files"),
    [
        ("docs/annex-1.pdf", ["docs/annex-1.pdf", "docs/annex-2.pdf"]),
        ("codes/BE0123.xml", ["codes/BE0123.xml", "codes/BE0124.xml"]),
        (SPAIN[0], SPAIN),
        (ODOO[0], ODOO),
        ("cz/SB-2002-500.md", LAWS_BY_YEAR),
        ("pl/DU-2023-1598.md", ["pl/DU-2023-1598.md", "pl/DU-2024-1721.md"]),
        ("data/seed/2024_205.json", ["data/seed/2024_205.json", "data/seed/2026_246.json"]),
        ("LC-214-2025.txt", ["LC-214-2025.txt", "LC-227-2026.txt"]),
        ("data/seed/hu-law-2017-150-00-00.json", ["data/seed/hu-law-2017-151-00-00.json"]),
        ("es/BOE-A-2007-19884.md", ["es/BOE-A-2026-6544.md"]),
        ("cleaned/circular_2026_05.json", ["cleaned/circular_2026_18.json"]),
        ("VAT Low/vat-law_no.3-2022.md", ["VAT Low/vat-law_no.67-2026.md"]),
        ("arsiv/13-12-2025/20251213-7.htm", ["arsiv/08-05-2026/20260508-7.htm"]),
        ("pe/DS-25-95-EF-1995.md", ["pe/DS-28-95-EF-1995.md"]),
        ("pe/DS-25-95-EF-2005.md", ["pe/DS-28-95-EF-2005.md"]),
        ("stdnum/iso7064/mod_37_36.py", ["stdnum/iso7064/mod_97_10.py"]),
        ("dita/232.701.dita", ["dita/232.702.dita"]),
        (ACTS_OF_IRELAND[0], ACTS_OF_IRELAND),
        (ACTS_OF_CANADA[0], ACTS_OF_CANADA),
        (DATED_LAWS[0], DATED_LAWS),
        (NORWAY_LAWS[0], NORWAY_LAWS),
        ("guide/1.2-invoices.md", ["guide/1.3-invoices.md"]),
    ],
)
def test_a_number_that_tells_documents_apart_is_no_version(cited: str, files: list[str]) -> None:
    assert newer_files(cited, files) == ()


@pytest.mark.parametrize(
    ("cited", "files"),
    [
        ("SAF-T_Financial_1.4/Norwegian_SAF-T_Financial_Schema_v_1.40.xsd", SAF_T_1_4),
        ("Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd", SAF_T_1_4),
        ("Project_SAF-T_Financial_v.2.0/Including SourceDocuments 01.01.2027.txt", SAF_T_1_4),
        ("faktury/schemy/PEF/Schemat_PEF(3)_v2-1.xsd", KSEF),
        ("faktury/schemy/RR/schemat_FA_RR(1)_v1-1E.xsd", KSEF),
        ("src/schemas/nav/gov/hu/OSA/invoiceData.xsd", ONLINE_INVOICE),
        ("v1.0/schema.xsd", ["v1/schema.xsd"]),
        ("README.md", SAF_T_1_4),
        ("", SAF_T_1_4),
    ],
)
def test_nothing_is_newer_than_the_last_version_or_a_path_without_one(cited: str, files: list[str]) -> None:
    assert newer_files(cited, files) == ()


def test_numbers_compare_as_numbers() -> None:
    assert newer_files("rules/1.0.9/a.sch", ["rules/1.0.10/a.sch", "rules/1.0.8/a.sch"]) == ("rules/1.0.10/a.sch",)


def test_a_cited_file_need_not_exist_any_more() -> None:
    assert newer_files("v9.7/codes.json", ["v9.8/codes.json"]) == ("v9.8/codes.json",)


def test_a_newer_folder_is_reported_if_its_files_have_other_names() -> None:
    assert newer_files("SAF-T_Financial_1.3/About_SAF-T_Financial_v.1.3.txt", SAF_T_1_4) == ("SAF-T_Financial_1.4/",)


def test_a_cited_folder_compares_with_folders() -> None:
    assert newer_files("SAF-T_Financial_1.3", SAF_T_1_4) == ("SAF-T_Financial_1.4/",)


def test_a_folder_of_a_year_is_no_version_of_another() -> None:
    assert newer_files("2024/decree.md", ["2024/decree.md", "2025/notice.md"]) == ()


def test_nothing_is_newer_if_a_newer_version_is_cited_too() -> None:
    cited = "SAF-T_Financial_1.4/About_SAF-T_Financial_schema_v.1.40.txt"
    next_version = [*SAF_T_1_4, "SAF-T_Financial_1.5/Norwegian_SAF-T_Financial_Schema_v_1.50.xsd"]

    assert newer_files("SAF-T_Financial_1.3/About_SAF-T_Financial_v.1.3.txt", next_version, [cited]) == ()
    assert newer_files(SAF_T_1_3[-1], next_version, [SAF_T_1_4[-1]]) == ()
    assert newer_files(cited, next_version, [SAF_T_1_3[-1]]) == ("SAF-T_Financial_1.5/",)


def test_too_many_versions_are_a_series() -> None:
    daily = [f"rates/2026-{month:02}-{day:02}.csv" for month in (1, 2) for day in range(1, 16)]
    chapters = [f"rules/rule-{major}.{minor}.md" for major in range(10) for minor in range(1, 11)]

    assert newer_files("rates/2026-02-14.csv", daily) == ("rates/2026-02-15.csv",)
    assert newer_files("rates/2026-02-14.csv", [*daily, "rates/2026-03-01.csv"]) == ()
    assert newer_files("rules/rule-9.9.md", chapters) == ("rules/rule-9.10.md",)
    assert newer_files("rules/rule-9.9.md", [*chapters, "rules/rule-10.1.md"]) == ()


def test_a_prerelease_is_newer_only_than_a_prerelease() -> None:
    files = ["spec-v1.1-rc2.pdf", "spec-v1.1-draft.pdf", "spec-v1.2-beta.pdf"]

    assert newer_files("spec-v1.0.pdf", files) == ()
    assert newer_files("spec-v1.1-rc1.pdf", files) == ("spec-v1.2-beta.pdf", "spec-v1.1-rc2.pdf")


def test_the_final_version_is_newer_than_its_prereleases() -> None:
    assert newer_files("spec-v1.1-rc1.pdf", ["spec-v1.1.pdf"]) == ("spec-v1.1.pdf",)


@pytest.mark.parametrize(
    ("cited", "tags", "newer"),
    [
        ("v16.8.0", ["v15.29.0", "v16.8.0", "v16.10.0", "v16.9.1"], ["v16.10.0", "v16.9.1"]),
        ("2.2", ["2.1", "2.2", "2.3-beta.1", "release-3.0"], []),
        ("release-2025-03-21", ["release-2025-03-21", "release-2025-07-10"], ["release-2025-07-10"]),
        ("v3.0.2_2024-10-31", ["v3.0.2_2024-10-31", "v3.0.2_2025-07-10"], ["v3.0.2_2025-07-10"]),
        ("API-1.1", ["2.0", "API-1.0", "API-1.1", "API-2.0"], ["API-2.0"]),
        ("v1.150", [f"v1.{number}" for number in range(152)], ["v1.151"]),
        ("19.0", ["18.0", "20.0"], []),
        ("05c8b14eafc33907a759208c9a66d1d9d31d34d7", ["v1.0"], []),
    ],
)
def test_a_tag_is_newer_than_a_cited_tag_of_the_same_template(cited: str, tags: list[str], newer: list[str]) -> None:
    assert list(newer_tags(cited, tags)) == newer


def test_versions_of_one_template_can_be_compared() -> None:
    older, newer = versions_of("schemat_FA(3)_v1-0E.xsd"), versions_of("Schemat_FA(4)_v1-0E.xsd")

    assert older is not None
    assert newer is not None
    assert older.template == newer.template
    assert older.key < newer.key
