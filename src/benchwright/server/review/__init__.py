"""A local web page on which a person reviews the problems of a job."""
