import { useState } from "preact/hooks";

/** Copies a text to the clipboard. From disk, where the clipboard API may be missing, it falls back to execCommand. */
export function Copy({ text, label = "Copy" }: { text: string; label?: string }) {
  const [done, setDone] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone("copied");
    } catch {
      setDone(copyOldWay(text) ? "copied" : "copy it manually");
    }
    setTimeout(() => setDone(""), 1600);
  };
  return <button type="button" class="copy" onClick={copy}><span aria-live="polite">{done || label}</span></button>;
}

function copyOldWay(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
