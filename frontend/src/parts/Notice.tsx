import type { ComponentChildren } from "preact";

/** A sentence that stands out. */
export function Notice({ tone = "warn", children }: { tone?: "good" | "bad" | "warn"; children: ComponentChildren }) {
  return <p class="notice" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>{children}</p>;
}

export function Waiting({ what }: { what: string }) {
  return <p class="waiting" role="status">Loading {what}…</p>;
}

/** Nothing to show, and why. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
