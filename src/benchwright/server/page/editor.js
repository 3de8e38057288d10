// A text area with line numbers, indentation and a line marker.

import { element } from "/page/elements.js";

export class Editor {
  constructor(area) {
    this.area = area;
    this.box = area.closest("[data-editor]");
    this.gutter = element("div", { className: "gutter", "aria-hidden": "true" });
    this.stripe = element("div", { className: "stripe", hidden: true });
    this.indent = "    ";
    this.leaving = false;
    this.marked = null;
    this.lines = 0;
    this.box.prepend(this.stripe, this.gutter);
    Object.assign(area, { spellcheck: false, autocapitalize: "off", wrap: "off" });
    area.setAttribute("autocorrect", "off");
    area.addEventListener("input", () => { this.unmark(); this.number(); });
    area.addEventListener("scroll", () => this.follow(), { passive: true });
    area.addEventListener("keydown", (event) => this.key(event));
    area.addEventListener("blur", () => { this.leaving = false; });
    this.number();
  }

  get value() { return this.area.value; }

  set value(text) {
    this.area.value = text;
    this.area.scrollTop = 0;
    this.unmark();
    this.number();
  }

  number() {
    const lines = this.area.value.split("\n").length;
    if (lines === this.lines) return;
    this.lines = lines;
    this.gutter.textContent = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
    this.follow();
  }

  get lineHeight() { return parseFloat(getComputedStyle(this.area).lineHeight); }

  follow() {
    this.gutter.scrollTop = this.area.scrollTop;
    if (this.marked === null) return;
    const top = parseFloat(getComputedStyle(this.area).paddingTop);
    this.stripe.style.top = `${top + (this.marked - 1) * this.lineHeight - this.area.scrollTop}px`;
  }

  // Highlights a line, scrolls to it and puts the cursor there.
  mark(line) {
    const texts = this.area.value.split("\n");
    this.marked = Math.min(Math.max(line, 1), texts.length);
    const start = texts.slice(0, this.marked - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start);
    this.area.scrollTop = Math.max(0, (this.marked - 1) * this.lineHeight - this.area.clientHeight / 2);
    this.stripe.hidden = false;
    this.stripe.dataset.line = this.marked;
    this.follow();
    this.box.scrollIntoView({ block: "nearest" });
  }

  unmark() {
    this.marked = null;
    this.stripe.hidden = true;
  }

  key(event) {
    if (event.key === "Escape") { this.leaving = true; return; }
    if (event.key === "Tab" && !this.leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      if (event.shiftKey) this.outdent();
      else this.insertIndent();
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      event.preventDefault();
      this.type(`\n${this.lineStart().match(/^[ \t]*/)[0]}`);
    }
    if (event.key !== "Shift" && event.key !== "Tab") this.leaving = false;
  }

  lineStart() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    return before.slice(before.lastIndexOf("\n") + 1);
  }

  insertIndent() {
    const { selectionStart: start, selectionEnd: end, value } = this.area;
    if (!value.slice(start, end).includes("\n")) { this.type(this.indent); return; }
    this.changeLines((line) => (line ? this.indent + line : line));
  }

  outdent() {
    this.changeLines((line) => (line.startsWith("\t") ? line.slice(1) : line.replace(/^ {1,4}/, "")));
  }

  changeLines(change) {
    const { selectionStart: start, selectionEnd: end, value } = this.area;
    const from = value.lastIndexOf("\n", start - 1) + 1;
    const until = value.indexOf("\n", Math.max(end - 1, from));
    const to = until === -1 ? value.length : until;
    const text = value.slice(from, to).split("\n").map(change).join("\n");
    const several = value.slice(start, end).includes("\n");
    this.area.setSelectionRange(from, to);
    this.type(text);
    const moved = text.length - (to - from);
    if (several) this.area.setSelectionRange(from, from + text.length);
    else this.area.setSelectionRange(Math.max(from, start + moved), Math.max(from, end + moved));
  }

  // Inserts text as typing does, so that undo works.
  type(text) {
    const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
    if (!done) {
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
      this.area.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}
