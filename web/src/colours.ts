// A learner or model has one colour and symbol on the whole page.

const places = new Map<string, number>();

/** The place of a learner among those of the page, which decides its colour: that of its first picture. */
export function placeOf(learner: string): number {
  const known = places.get(learner);
  if (known !== undefined) return known;
  places.set(learner, places.size);
  return places.size - 1;
}
