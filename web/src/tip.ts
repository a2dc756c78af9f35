// The one tooltip of the page.
import { el } from "./dom.ts";

const box = el("div", { id: "tip", role: "tooltip", hidden: true });
const spoken = el("div", { class: "unseen-by-eye", "aria-live": "polite" });
document.body.append(box, spoken);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
document.addEventListener("scroll", () => hideTip(), { passive: true, capture: true });

/** Shows the lines near a point of the window; with `aloud`, screen readers read them, too. */
export function showTip(lines: string[], x: number, y: number, aloud = false): void {
  box.replaceChildren(...lines.map((line) => el("div", {}, line)));
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const edge = 8;
  box.style.left = `${Math.max(edge, Math.min(x + 12, innerWidth - width - edge))}px`;
  box.style.top = `${y + 16 + height > innerHeight ? Math.max(edge, y - height - 12) : y + 16}px`;
  if (aloud) spoken.textContent = lines.join("; ");
}

export function hideTip(): void {
  box.hidden = true;
}

/** A text with an explanation for pointer, keyboard and touch. */
export function explained(text: Node | string, lines: string[]): HTMLElement {
  if (lines.length === 0) return el("span", {}, text);
  const node = el("button", { type: "button", class: "term" }, text);
  const show = (): void => {
    const { left, bottom } = node.getBoundingClientRect();
    showTip(lines, left - 12, bottom - 12, true);
  };
  for (const event of ["mouseenter", "focus", "click"]) node.addEventListener(event, show);
  for (const event of ["mouseleave", "blur"]) node.addEventListener(event, hideTip);
  return node;
}
