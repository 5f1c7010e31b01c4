"""Addresses that last: moves, permalinks and help entries, and the record of what was published."""
