import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Benchmark({ site }: View) {
  return <Heading title="Benchmark" lead={site.title} />;
}
