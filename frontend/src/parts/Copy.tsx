import { useState } from "preact/hooks";

/** Puts a text on the clipboard and says so. From disk the old way works too. */
export function Copy({ text, label = "Copy" }: { text: string; label?: string }) {
  const [done, setDone] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone("copied");
    } catch {
      setDone(copyOldWay(text) ? "copied" : "select it and copy");
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
