"""Crawlers: who they are, the lines of robots.txt, and what those keep whom from."""
