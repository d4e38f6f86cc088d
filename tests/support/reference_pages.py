"""The pages below others: of the documentation of the API, of sources and of tax rules. And those that no list of pages has."""

from locdata_model.endpoint_spec import Tag
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.urls import NOT_FOUND, PageName, api_page_path, sources_path, tax_rules_path
from locdata_model.vocabulary import SourceKind

API_PAGES = ("/api/fields/", *map(api_page_path, Tag))
SOURCES_PAGES = tuple(map(sources_path, SourceKind))
RULE_PAGES = tuple(map(tax_rules_path, TaxRuleKind))
REFERENCE_PAGES = (*API_PAGES, *SOURCES_PAGES, *RULE_PAGES)
UNLISTED_PAGES = (NOT_FOUND, PageName.SEARCH.path)
