// Curves of figures against a parameter: training rows, shares of noise, or a key of a learner.
import { area, line as path } from "d3-shape";
import { label, legend, log, mark, linear, root, spread, style, xAxis, yAxis } from "./axes.ts";
import { readable, short, svg } from "./dom.ts";
import { lowerIsBetter } from "./parts.ts";
import { picture } from "./picture.ts";
import type { PictureName } from "./names.ts";
import type { Spot } from "./picture.ts";

const most_curves = 6;

export interface DrawnPoint { x: number; value: number | null; lower: number | null; upper: number | null;
  training?: number | null }
/** `place`: of a learner (colours.ts). `law`: a fitted curve, which may extend beyond the points; `ahead`:
 * limits beyond the points. */
export interface DrawnCurve { name: string; place?: number; points: DrawnPoint[];
  law?: { x: number; y: number }[];
  ahead?: { x: number; lower: number; upper: number }[] }
/** `what`: the parameter's name in titles of columns; `band`: the meaning of a strip; `last`: in words, the
 * place by which learners are chosen to be drawn; `reference`: a line across the picture; `lines`: the points
 * are those of a function, and have no marks; `chosen`: where a ring is drawn. */
export interface CurvePicture { title: string; file: PictureName; text: string; what: string; measure: string;
  band?: string; logarithmic?: boolean; last: string; curves: DrawnCurve[]; lines?: boolean; widest?: number;
  reference?: { value: number; name: string }; chosen?: number }

export function parameterPicture(of: CurvePicture): HTMLElement {
  const { what, measure, band = "interval" } = of;
  const sign = lowerIsBetter(measure) === false ? -1 : 1;
  const end = (curve: DrawnCurve): number => sign
    * (curve.points[curve.points.length - 1]?.value ?? sign * Infinity);
  const shown = [...of.curves].sort((a, b) => end(a) - end(b)).slice(0, most_curves);
  const colours = shown.map((curve, i) => curve.place ?? i);
  const [lowest, highest] = spread(shown.flatMap((curve) => curve.points)
    .flatMap((p) => [p.value, p.lower, p.upper]));
  // A line far away would make the curves flat.
  const far = of.reference !== undefined && Math.max(lowest - of.reference.value,
    of.reference.value - highest) > 2 * (highest - lowest);
  const reference = far ? undefined : of.reference;
  const training = of.curves.some((curve) => curve.points.some((p) => p.training !== undefined));
  return picture({
    title: of.title, file: of.file, widest: of.widest,
    text: of.text + (far ? ` Beyond the picture lies ${of.reference!.name}: ${
      readable(of.reference!.value)}.` : "")
      + (training ? " A dotted line is the figure on the training rows." : "")
      + (of.curves.length > shown.length
      ? ` The ${shown.length} of ${of.curves.length} learners that are best ${of.last} are drawn; CSV has `
        + `all.` : ""),
    csv: () => [["learner", what, "value", "lower", "upper", ...(training ? ["on training rows"] : [])],
      ...of.curves.flatMap((curve) =>
        curve.points.map((p) => [curve.name, p.x, p.value, p.lower, p.upper,
          ...(training ? [p.training ?? null] : [])]))],
    draw: (width) => {
      const names = legend(shown.map((curve) => curve.name), width, 4, true, colours);
      const box = { left: 62, right: width - 14, top: names.height + 14,
        bottom: names.height + 14 + Math.min(300, Math.max(220, 0.6 * width)) };
      const points = shown.flatMap((curve) => curve.points);
      const places = [...points.map((p) => p.x),
        ...shown.flatMap((curve) => [...(curve.law ?? []), ...(curve.ahead ?? [])]).map((p) => p.x)];
      const ends: [number, number] = of.logarithmic
        ? [Math.min(...places), Math.max(...places)] : spread(places);
      const x = (of.logarithmic ? log : linear)(ends, [box.left, box.right]);
      const y = linear(spread([...points.flatMap((p) => [p.value, p.lower, p.upper, p.training]),
        ...shown.flatMap((curve) => curve.ahead ?? []).flatMap((p) => [p.lower, p.upper]),
        ...(reference ? [reference.value] : [])]),
      [box.bottom, box.top]);
      const parts: Node[] = [names.node, xAxis(box, x,
        of.logarithmic ? `${what} (logarithmic scale)` : what, true,
        points.every((p) => Number.isInteger(p.x))),
        yAxis(box, y, measure)];
      const spots: Spot[] = [];
      if (reference) {
        const at = y(reference.value);
        parts.push(svg("line", { class: "reference", x1: box.left, x2: box.right, y1: at, y2: at }),
          label(box.right - 4, at - 4, reference.name, { "text-anchor": "end" }));
      }
      shown.forEach((curve, i) => {
        const s = colours[i]!;
        const known = curve.points.filter((p) => p.value !== null);
        const banded = known.filter((p) => p.lower !== null && p.upper !== null);
        parts.push(svg("path", { class: `band ${style(s)}`,
          d: area<DrawnPoint>((p) => x(p.x), (p) => y(p.lower!), (p) => y(p.upper!))(banded) ?? "" }));
        if (curve.ahead?.length)
          parts.push(svg("path", { class: `band ahead ${style(s)}`,
            d: area<{ x: number; lower: number; upper: number }>((p) => x(p.x), (p) => y(p.lower),
              (p) => y(p.upper))(curve.ahead) ?? "" }));
        parts.push(curve.law ? svg("path",
          { class: `law ${style(s)}`,
            d: path<{ x: number; y: number }>((p) => x(p.x), (p) => y(p.y))(curve.law) ?? "" })
          : svg("path", { class: `line ${style(s)}`,
            d: path<DrawnPoint>((p) => x(p.x), (p) => y(p.value!))(known) ?? "" }));
        const trained = curve.points.filter((p) => typeof p.training === "number");
        if (trained.length > 0)
          parts.push(svg("path", { class: `trained ${style(s)}`,
            d: path<DrawnPoint>((p) => x(p.x), (p) => y(p.training!))(trained) ?? "" }));
        for (const p of known) {
          if (p.lower !== null && p.upper !== null)
            parts.push(svg("line", { class: `whisker ${style(s)}`, x1: x(p.x), x2: x(p.x), y1: y(p.lower),
              y2: y(p.upper) }));
          if (!of.lines) parts.push(mark(s, x(p.x), y(p.value!)));
          if (p.x === of.chosen)
            parts.push(svg("circle", { class: "chosen", cx: x(p.x), cy: y(p.value!), r: 8 }));
          spots.push({ x: x(p.x), y: y(p.value!),
            lines: [short(curve.name, 100), `${what}: ${readable(p.x)}`, `${measure}: ${readable(p.value)}`,
            ...(p.lower === null ? [] : [`${band}: ${readable(p.lower)} to ${readable(p.upper)}`]),
              ...(p.training === undefined ? [] : [`on training rows: ${readable(p.training)}`])] });
        }
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}
