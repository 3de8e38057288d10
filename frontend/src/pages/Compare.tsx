import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Compare({ site }: View) {
  return <Heading title="Compare" lead={site.title} />;
}
