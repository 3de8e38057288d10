import { useState } from "preact/hooks";

const THEMES = ["auto", "light", "dark"] as const;
const STORED = "benchwright-theme";

/** Light, dark, or the system's theme; the choice is stored. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(() => localStorage.getItem(STORED) ?? "auto");
  const next = THEMES[(THEMES.indexOf(theme as (typeof THEMES)[number]) + 1) % THEMES.length] ?? "auto";
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const turn = () => { localStorage.setItem(STORED, next); setTheme(next); };
  return (
    <button type="button" class="theme" onClick={turn} title={`Theme: ${theme}. Switch to ${next}`}>
      <span aria-hidden="true">{theme === "dark" ? "☾" : theme === "light" ? "☀" : "◐"}</span>
      <span class="unseen">Theme: {theme}</span>
    </button>
  );
}
