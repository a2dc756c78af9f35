// Planned tests: the power by the number of rows or data sets.
import type { Result } from "./data.ts";
import { distinct, el, short } from "./dom.ts";
import { parameterPicture } from "./parameter.ts";
import { assumptionList, brief_specs, design, pictures } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { number, table, text } from "./table.ts";

interface Plan { test: string; figures: Record<string, number | null>; assumptions: string[];
  power_curve?: { size: string; wanted: number; sizes: number[]; power: number[] } }

/** The power of all tests that depend on this size. */
function powerPicture(size: string, plans: Plan[], brief: Map<string, string>): HTMLElement {
  const wanted = plans[0]!.power_curve!.wanted;
  return parameterPicture({ title: `Power by ${size.replaceAll("_", " ")}`, file: "power", measure: "power",
    what: size.replaceAll("_", " "), last: "at the right end", lines: true,
    reference: { value: wanted, name: `wanted: ${wanted}` },
    text: "The probability with which the test shows the difference, if there is one of the stated size.",
    curves: plans.map((plan) => ({ name: short(brief.get(plan.test)!, 60),
      points: plan.power_curve!.sizes.map((x, i) => (
        { x, value: plan.power_curve!.power[i]!, lower: null, upper: null })) })) });
}

export function planPage(result: Result): Parts {
  const plans = result.answer.plans as Plan[];
  const brief = brief_specs(plans.map((plan) => plan.test));
  const drawn = plans.filter((plan) => plan.power_curve);
  const [main, ...others] = distinct(drawn.map((plan) => plan.power_curve!.size))
    .map((size) => powerPicture(size, drawn.filter((plan) => plan.power_curve!.size === size), brief));
  const rows = plans.flatMap((plan) => Object.entries(plan.figures)
    .filter(([name]) => !name.endsWith("_reason")).map(([name, value]) => ({ plan, name, value })));
  return { main: main ?? null, sections: [
    table("Figures", "plans", [{ name: "test" }, { name: "figure" }, { name: "value", numeric: true }], rows,
      ({ plan, name, value }) => [
        text(plan.test, el("span", { title: plan.test }, short(brief.get(plan.test)!, 60))),
        text(name.replaceAll("_", " ")), number(value)]),
    pictures(() => others), assumptionList(plans.map((plan) => plan.assumptions), "What the plans assume"),
    design(result)] };
}
