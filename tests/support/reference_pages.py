"""The pages that belong to the documentation of the API and to the list of sources, and those that no list of pages has."""

from locdata_model.endpoint_spec import Tag
from locdata_model.urls import NOT_FOUND, PageName, api_page_path, sources_path
from locdata_model.vocabulary import SourceKind

API_PAGES = ("/api/fields/", *map(api_page_path, Tag))
SOURCES_PAGES = tuple(map(sources_path, SourceKind))
REFERENCE_PAGES = (*API_PAGES, *SOURCES_PAGES)
UNLISTED_PAGES = (NOT_FOUND, PageName.SEARCH.path)
