// Highlighter, Markdown and diff, loaded when a page with code is opened.

import { diff } from "./code/diff";
import { highlight } from "./code/highlight";
import { markdown } from "./code/markdown";

globalThis.benchwrightCode = { highlight, markdown, diff };
// Who waits for it from outside, as a test, sees it.
document.body.dataset.code = "yes";
