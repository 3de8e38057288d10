import { useState } from "preact/hooks";

const THEMES = ["auto", "light", "dark"] as const;
const STORED = "benchwright-theme";

/** Turns from the system's colours to light to dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(() => localStorage.getItem(STORED) ?? "auto");
  const next = THEMES[(THEMES.indexOf(theme as (typeof THEMES)[number]) + 1) % THEMES.length] ?? "auto";
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const turn = () => { localStorage.setItem(STORED, next); setTheme(next); };
  return (
    <button type="button" class="theme" onClick={turn} title={`Colours: ${theme}. Press for ${next}`}>
      <span aria-hidden="true">{theme === "dark" ? "☾" : theme === "light" ? "☀" : "◐"}</span>
      <span class="unseen">Colours: {theme}</span>
    </button>
  );
}
