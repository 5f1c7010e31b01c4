"""Small questions about a node. Nothing here writes Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from selectolax.lexbor import LexborNode as Node

Element: TypeAlias = "tuple[str, Node]"
"""An element's tag, and the element: to ask it for its tag twice costs as much as a step."""


def classes(node: Node) -> list[str]:
    """Return the node's classes, in order."""
    return (node.attributes.get("class") or "").split()


def elements(node: Node) -> list[Element]:
    """Return the node's child elements."""
    return [(tag, one) for one in node.iter() if (tag := one.tag) is not None and tag[0] != "-"]


def only_text(node: Node) -> str | None:
    """Return the text in `node` if nothing else is in it, as in most elements of a page."""
    one = node.first_child
    return one.text_content if one is not None and one.next is None else None


def child(node: Node, tag: str) -> Node | None:
    """Return the first child element called `tag`."""
    return next((one for one in node.iter() if one.tag == tag), None)


def pieces(node: Node, is_whole: Callable[[str, Node], bool]) -> Iterator[Element]:
    """Yield the texts inside `node`, and the elements that `is_whole` says, in the page's order.

    A text's tag is "-text". What is inside an element that is yielded is left out.
    """
    stack = [node.first_child]
    while stack:
        one = stack.pop()
        while one is not None:
            tag = one.tag or "-"
            if tag == "-text" or (tag[0] != "-" and is_whole(tag, one)):
                yield tag, one
            elif tag[0] != "-":
                stack.append(one.next)
                one = one.first_child
                continue
            one = one.next


def descendants(node: Node, *tags: str) -> Iterator[Node]:
    """Yield the elements inside `node` that are called one of `tags`, in the page's order.

    Those inside another of them are left out.
    """
    return (one for tag, one in pieces(node, lambda tag, _: tag in tags) if tag in tags)


def descendant(node: Node, *tags: str) -> Node | None:
    """Return the first element inside `node` that is called one of `tags`."""
    return next(descendants(node, *tags), None)
