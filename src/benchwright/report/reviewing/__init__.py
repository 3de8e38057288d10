"""Human reviews: the problems under review, storage, summary, and export of the reviewed benchmark."""
