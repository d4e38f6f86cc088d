"""How many countries and which products there are: the one place to change when one is added or dropped."""

COUNTRIES = 61

TRACKED = ["ae", "be", "de", "es", "fr", "gr", "hr", "in", "it", "my", "pl", "pt", "ro", "sa"]
"""The countries of the e-invoicing matrix."""

ERPS = (
    "business-central",
    "dynamics-365-finance",
    "erpnext",
    "ifs-cloud",
    "infor-m3",
    "netsuite",
    "odoo",
    "oracle-fusion",
    "sage-x3",
    "sap-business-one",
    "sap-s4hana",
)
"""The ids of the ERP products, in their order."""

ERP_KEYS = tuple(erp.replace("-", "_") for erp in ERPS)
"""Their columns in the reporting file."""
