// Highlighter, Markdown and diff, loaded when a page with code is opened.

export {};
