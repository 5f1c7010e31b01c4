from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.alternates import with_offered_alternates
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.entries import entries
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.outputs.sitemap import sitemap_files
from mkdocs_ascribe.records import Alternate, PageRecord
from mkdocs_ascribe.settings import Settings, SitemapSettings, SiteModel

ORIGIN = "https://docs.example.com"
BOTH = (Alternate("en", "/a/"), Alternate("fr", "/fr/a/"))


def model(**sitemap):
    return SiteModel(Site(ORIGIN), Project(), Settings("Loom", sitemap=SitemapSettings(**sitemap)))


def page(route, **fields):
    address = ORIGIN + route
    record = PageRecord("x.md", route, "", "A", canonical=address, own_address=address)
    return record._replace(alternates=BOTH, **fields)


def kept(*records, **sitemap):
    found = with_offered_alternates(model(**sitemap), list(records))
    return [record.alternates for record in found]


def test_each_version_names_all_that_are_offered():
    assert kept(page("/a/"), page("/fr/a/")) == [BOTH, BOTH]


def test_a_version_that_is_not_offered_is_not_named_and_names_none():
    assert kept(page("/a/"), page("/fr/a/", listing=Listing.UNLISTED)) == [(), ()]
    assert kept(page("/a/"), page("/fr/a/", in_sitemap=False)) == [(), ()]
    assert kept(page("/a/"), page("/fr/a/"), exclude=("fr/**",)) == [(), ()]
    assert kept(page("/a/")) == [()]


def test_the_rest_stays():
    third = Alternate("de", "/de/a/")
    three = [page(one.route)._replace(alternates=(third, *BOTH)) for one in (third, *BOTH)]
    three[0] = three[0]._replace(listing=Listing.UNLISTED)
    found = with_offered_alternates(model(), three)
    assert [record.alternates for record in found] == [(), BOTH, BOTH]


def test_records_without_alternates_stay_as_they_are():
    records = [page("/a/")._replace(alternates=())]
    assert with_offered_alternates(model(), records) is records


def test_the_sitemap_names_them_in_a_namespace_that_is_there_only_then():
    def text(*records):
        ((_, chunks),) = sitemap_files(model(), entries(model(), list(records)))
        return "".join(chunks)

    link = '<xhtml:link rel="alternate" hreflang="fr" href="https://docs.example.com/fr/a/"/>'
    assert link in text(page("/a/"))
    assert 'xmlns:xhtml="http://www.w3.org/1999/xhtml"' in text(page("/a/"))
    assert "xhtml" not in text(page("/a/")._replace(alternates=()))
