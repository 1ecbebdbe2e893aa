/** Where the focus stood: its element, and each element around it with the position of the way down to it. */
export interface FocusPlace {
  element: Element;
  around: { parent: Element; position: number }[];
}

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Where an element stands, to be found again when it is gone. */
export function focusPlaceOf(element: Element): FocusPlace {
  const around: FocusPlace['around'] = [];
  for (let at = element; at.parentElement; at = at.parentElement)
    around.push({ parent: at.parentElement, position: Array.prototype.indexOf.call(at.parentElement.children, at) });
  return { element, around };
}

/**
 * What the keyboard goes on from when an element is gone: what stands where it stood, else what stands before it, in the
 * innermost element that is still there and has something to go on from.
 *
 * @param within what is not left; null is returned when nothing in it can have the focus
 */
export function nearestTo({ around }: FocusPlace, within: Element): HTMLElement | null {
  for (const { parent, position } of around) {
    if (!within.contains(parent)) continue;
    const children = [...parent.children];
    const found =
      children.slice(position).flatMap(tabbableIn)[0] ?? children.slice(0, position).flatMap(tabbableIn).at(-1);
    if (found) return found;
    if (parent === within) return null;
  }
  return null;
}

function tabbableIn(element: Element): HTMLElement[] {
  const all = [...(element.matches(TABBABLE) ? [element] : []), ...element.querySelectorAll(TABBABLE)];
  return all.filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.getClientRects().length > 0 && !one.closest('[inert], [aria-hidden="true"]'),
  );
}
