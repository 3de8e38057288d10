import { readable } from "../format";
import type { Site } from "../types";
import { Notice } from "./Notice";

/** Caveats for reading the numbers, shown next to them. */
export function SiteNotes({ site }: { site: Site }) {
  return <>{site.notes.map((note) => <Notice key={note}>{readable(note)}</Notice>)}</>;
}
