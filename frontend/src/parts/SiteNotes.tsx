import { readable } from "../format";
import type { Site } from "../types";
import { Notice } from "./Notice";

/** What must be known to read the numbers, where they are read. */
export function SiteNotes({ site }: { site: Site }) {
  return <>{site.notes.map((note) => <Notice key={note}>{readable(note)}</Notice>)}</>;
}
