// Syntax highlighting, Markdown and diffs, loaded when a page shows code.

import { diff } from "./code/diff";
import { highlight } from "./code/highlight";
import { markdown } from "./code/markdown";

globalThis.benchwrightCode = { highlight, markdown, diff };
// Lets tests wait until it is loaded.
document.body.dataset.code = "yes";
