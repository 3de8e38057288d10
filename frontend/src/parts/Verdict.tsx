import { words } from "../format";

const SIGNS: Record<string, string> = {
  passed: "✓", wrong_answer: "✗", compile_error: "⚒", runtime_error: "!", time_limit: "◷", memory_limit: "▦",
  output_limit: "≡", incomplete: "…", tampered: "⚠", unscored: "?", defect: "⊘", unanswered: "–",
};

export function toneOf(verdict: string): "good" | "bad" | "warn" | "none" {
  if (verdict === "passed") return "good";
  if (verdict === "unanswered" || verdict === "") return "none";
  return verdict === "unscored" || verdict === "defect" ? "warn" : "bad";
}

/** A verdict, or the state of an answer without one, as symbol, word and colour. */
export function Verdict({ verdict, brief = false }: { verdict: string; brief?: boolean }) {
  return (
    <span class="verdict" data-tone={toneOf(verdict)} title={brief ? words(verdict) : undefined}>
      <span aria-hidden="true">{SIGNS[verdict] ?? "•"}</span>
      <span class={brief ? "unseen" : undefined}>{words(verdict)}</span>
    </span>
  );
}
