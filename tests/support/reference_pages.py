"""The pages below others: of the API, of sources and of tax rules, of the releases of the sample; and those that no list has."""

from locdata_model.endpoint_spec import Tag
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.urls import NOT_FOUND, PageName, api_page_path, product_releases_path, sources_path, tax_rules_path
from locdata_model.vocabulary import SourceKind

API_PAGES = ("/api/fields/", *map(api_page_path, Tag))
SOURCES_PAGES = tuple(map(sources_path, SourceKind))
RULE_PAGES = tuple(map(tax_rules_path, TaxRuleKind))
RELEASE_PAGES = tuple(map(product_releases_path, ("erp_id_01", "erp_id_02")))
REFERENCE_PAGES = (*API_PAGES, *SOURCES_PAGES, *RULE_PAGES)
UNLISTED_PAGES = (NOT_FOUND, PageName.SEARCH.path)
