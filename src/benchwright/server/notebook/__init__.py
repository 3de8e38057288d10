"""Notebooks: the cells of a request run one after another in a kernel of their own."""
