"""AutoCodeGen: from code fragments to problems, the question last. Method: arXiv 2508.09101."""
