"""Small questions about a node. Nothing here writes Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode as Node


def classes(node: Node) -> list[str]:
    """Return the node's classes, in order."""
    return (node.attributes.get("class") or "").split()


def elements(node: Node) -> Iterator[Node]:
    """Yield the node's child elements."""
    one = node.first_child
    while one is not None:
        tag = one.tag
        if tag is not None and tag[0] != "-":
            yield one
        one = one.next


def child(node: Node, tag: str) -> Node | None:
    """Return the first child element called `tag`."""
    return next((one for one in elements(node) if one.tag == tag), None)


def descendants(node: Node, *tags: str) -> Iterator[Node]:
    """Yield the elements inside `node` that are called one of `tags`, in the page's order.

    Those inside another of them are left out.
    """
    stack = [node.first_child]
    while stack:
        one = stack.pop()
        while one is not None:
            tag = one.tag
            if tag in tags:
                yield one
            elif tag is not None and tag[0] != "-":
                stack.append(one.next)
                one = one.first_child
                continue
            one = one.next


def descendant(node: Node, *tags: str) -> Node | None:
    """Return the first element inside `node` that is called one of `tags`."""
    return next(descendants(node, *tags), None)
