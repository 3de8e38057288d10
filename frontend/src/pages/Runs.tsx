import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Runs({ site }: View) {
  return <Heading title="Runs" lead={site.title} />;
}
