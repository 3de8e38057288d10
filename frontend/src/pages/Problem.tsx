import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Problem({ site }: View) {
  return <Heading title="Problem" lead={site.title} />;
}
