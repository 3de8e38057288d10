import type { ComponentChildren } from "preact";

/** A highlighted message. */
export function Notice({ tone = "warn", children }: { tone?: "good" | "bad" | "warn"; children: ComponentChildren }) {
  return <p class="notice" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>{children}</p>;
}

export function Waiting({ what }: { what: string }) {
  return <p class="waiting" role="status">Loading {what}…</p>;
}

/** Explains why there is nothing to show. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
