"""The explorer: evaluations and generations as web pages, on disk or live."""

from benchwright.report.site.explorer import Explorer
from benchwright.report.site.page import data_file, encode
from benchwright.report.site.writer import WrittenSite, write_site

__all__ = ["Explorer", "WrittenSite", "data_file", "encode", "write_site"]
