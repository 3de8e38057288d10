import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** Key → description. */
const KEYS: [string, string][] = [
  ["Ctrl Enter", "run the solution"],
  ["j, k", "next, previous problem"],
  ["n", "next problem without a decision"],
  ["a, r, c", "accept, reject, correct; press again to undo"],
  ["1 … 5", "give the next missing rating"],
  ["t", "show or hide the tests"],
  ["e", "go to the editor"],
  ["Esc, Tab", "leave the editor"],
  ["?", "show these shortcuts"],
];

/** Runs the action of a key, unless the user is typing. */
export function useShortcuts(actions: Record<string, (key: string) => void>): void {
  const now = useRef(actions);
  now.current = actions;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(at)) return;
      const action = now.current[event.key];
      if (!action) return;
      event.preventDefault();
      action(event.key);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Ctrl+Enter anywhere except in dialogs and correction fields, where it would run the wrong text. */
export function useRunKey(run: () => void): void {
  const now = useRef(run);
  now.current = run;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (event.repeat || at.closest("dialog, .correction")) return;
      event.preventDefault();
      now.current();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function isTyping(at: HTMLElement): boolean {
  return at.matches("textarea, select, input:not([type=radio], [type=checkbox])") || at.closest("dialog") !== null;
}

/** A dialog that lists the shortcuts. */
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog class="shortcuts card" ref={dialog} onClose={onClose} aria-label="Shortcuts">
      <header class="card-head"><h2>Shortcuts</h2></header>
      <dl class="card-body">
        {KEYS.map(([key, what]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}
      </dl>
      <form method="dialog"><button type="submit">Close</button></form>
    </dialog>
  );
}
