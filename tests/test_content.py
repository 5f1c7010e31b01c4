import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_ascribe.content import first_paragraph, image_sources


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("", None),
        ("<h1>T</h1>", None),
        ("<p></p><p> </p><p>One.</p><p>Two.</p>", "One."),
        ("<p>a <em>b</em>\n  c &lt;d&gt; &amp; é</p>", "a b c <d> & é"),
        ("<P>Upper</P>", "Upper"),
        ("<div class=admonition><p>not</p></div><p>yes</p>", "yes"),
        ("<details><summary>s</summary><p>not</p></details><p>yes</p>", "yes"),
        ("<blockquote><p>not</p></blockquote><p>yes</p>", "yes"),
        ("<table><tr><td><p>not</p></td></tr></table><p>yes</p>", "yes"),
        ("<p><img src=x alt=a></p><p>yes</p>", "yes"),
        ("<p>a<!-- c -->b</p>", "ab"),
        ("<p>a<br>b</p>", "a b"),
        ("<p>a<script>s</script>b</p>", "ab"),
        ("<p>never closed", "never closed"),
        ("</div></p><p>yes</p>", "yes"),
        ("<div><p>not</div><p>yes</p>", "yes"),
    ],
)  # S39
def test_first_paragraph(content, text):
    assert first_paragraph(content) == text


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a" * 160, "a" * 160),
        ("First one. " + "b" * 100 + ". " + "c" * 100, "First one. " + "b" * 100 + "."),
        ("word " * 40, "word " * 30 + "word…"),
        ("日本語。" * 50, "日本語。" * 40),
        ("v1.2 is 3.4 " * 20, ("v1.2 is 3.4 " * 13).rstrip() + "…"),
    ],
)
def test_cut_to_a_descriptions_length(text, cut):
    found = first_paragraph(f"<p>{text}</p>")
    assert found == cut
    assert len(found) <= 160


@pytest.mark.parametrize("text", ["x" * 400, "日本語" * 100])
def test_a_text_without_blanks_is_cut_all_the_same(text):
    found = first_paragraph(f"<p>{text}</p>")
    assert 100 < len(found) <= 160


@pytest.mark.parametrize(
    ("content", "sources"),
    [
        (
            "<img src=a.png><IMG SRC='../b c.png?x&amp;y' alt=x><img src=a.png>",
            ("a.png", "../b c.png?x&y"),
        ),
        ("<img src='data:image/png;base64,AA'><img><img src=''>", ()),
        ("<picture><source srcset=s.png><img src=i.png></picture>", ("i.png",)),
        ("<!-- <img src=c.png> --><pre>&lt;img src=p.png&gt;</pre>", ()),
    ],
)  # S64
def test_image_sources(content, sources):
    assert image_sources(content) == sources


@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<div>", "</div>", "<img src=x>", "a", "<", "<!", "<?", "&", "\n"]
        )
    ).map("".join)
)
def test_soup_never_raises(content):
    first_paragraph(content)
    image_sources(content)


@pytest.mark.parametrize("content", ["<![<p>", "<p>a</p><![x[ y"])
def test_a_broken_declaration_never_raises(content):
    first_paragraph(content)
    image_sources(content)
