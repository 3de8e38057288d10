"""A local page on which a person reviews the problems of a job."""
