// The parts of Observable Plot that are bundled.

export {
  areaY, axisX, axisY, barX, barY, dot, gridX, gridY, line, link, plot, rectY, ruleX, ruleY, stackX, text,
} from "@observablehq/plot";
export type { PlotOptions } from "@observablehq/plot";
