"""The built site, as it is served."""

from playwright.sync_api import Page


def test_every_list_that_the_index_of_the_api_names_is_served(page: Page) -> None:
    index = page.request.get("/api/v1/index.json").json()
    paths = [endpoint["path"] for endpoint in index["data"] if "{" not in endpoint["path"]]

    assert paths != []
    assert [path for path in paths if not page.request.get(path).ok] == []
