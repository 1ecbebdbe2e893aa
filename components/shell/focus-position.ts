/** Where the focus was: its element, and each ancestor, the innermost first, with the index of the child that led to it. */
export interface FocusPosition {
  element: Element;
  ancestors: { parent: Element; index: number }[];
}

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Records where an element is while it is still in the document. */
export function focusPositionOf(element: Element): FocusPosition {
  const ancestors: FocusPosition['ancestors'] = [];
  for (let at = element; at.parentElement; at = at.parentElement)
    ancestors.push({ parent: at.parentElement, index: Array.prototype.indexOf.call(at.parentElement.children, at) });
  return { element, ancestors };
}

/**
 * The tabbable element next to where a removed one was: the first from its index on, else the last before it, in the
 * innermost ancestor that is still there and has one.
 *
 * @param within the search does not leave it
 * @returns null when nothing in it is tabbable
 */
export function nearestTabbable({ ancestors }: FocusPosition, within: Element): HTMLElement | null {
  for (const { parent, index } of ancestors) {
    if (!within.contains(parent)) continue;
    const children = [...parent.children];
    const found = children.slice(index).flatMap(tabbableIn)[0] ?? children.slice(0, index).flatMap(tabbableIn).at(-1);
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
