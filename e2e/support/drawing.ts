import type { Page } from '@playwright/test';

/** What is wrong with a drawing as the browser shows it. */
export interface Faults {
  /** lines that run over a box that is not an end of theirs, a label or a name */
  crossed: string[];
  /** labels and names on each other, or on boxes */
  covered: string[];
  /** words that are too small to be read */
  small: string[];
  /** words that are cut off */
  cut: string[];
  /** boxes that are not wholly in the frame */
  outside: string[];
}

/** The smallest words that count as readable, in pixels on the screen. */
const READABLE = 11;

/**
 * Measures the drawing of a topology in a page, all of it fitted in.
 *
 * @param readable the smallest words that count as readable, in pixels on the screen
 */
export function faultsOfDrawing(page: Page, readable = READABLE): Promise<Faults> {
  return page.evaluate((least) => {
    interface Rect {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const canvas = document.querySelector('.react-flow');
    const viewport = document.querySelector<HTMLElement>('.react-flow__viewport');
    if (!canvas || !viewport) throw new Error('there is no drawing');
    const scale = new DOMMatrix(getComputedStyle(viewport).transform).a;
    const all = (selector: string) => [...canvas.querySelectorAll<HTMLElement>(selector)];
    const shrunk = (element: Element, by = 1): Rect => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
    };
    const overlap = (a: Rect, b: Rect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const holds = ({ left, top, right, bottom }: Rect, x: number, y: number) =>
      x > left && x < right && y > top && y < bottom;

    const boxes = all('.react-flow__node-service, .react-flow__node-visitors').map((element) => ({
      id: element.dataset.id ?? '',
      rect: shrunk(element),
    }));
    const labels = all('[data-label]').map((element) => ({ id: `"${element.textContent}"`, rect: shrunk(element) }));
    const names = all('.topology-boundary-name').map((element) => ({
      id: `name of ${element.textContent}`,
      rect: shrunk(element),
    }));

    const crossed = [...canvas.querySelectorAll<SVGPathElement>('.react-flow__edge-path')].flatMap((path) => {
      const id = path.closest<SVGElement>('.react-flow__edge')?.dataset.id ?? '';
      const matrix = path.getScreenCTM();
      if (!matrix) return [];
      const [source, rest = ''] = id.split('>');
      const foreign = [...boxes.filter((box) => box.id !== source && !`${rest}:`.startsWith(`${box.id}:`)), ...names];
      const over = new Set<string>();
      const length = path.getTotalLength();
      for (let at = 0; at <= length; at += 3) {
        const { x, y } = path.getPointAtLength(at).matrixTransform(matrix);
        for (const one of foreign) if (holds(one.rect, x, y)) over.add(`${id} over ${one.id}`);
      }
      return [...over];
    });

    const written = [...labels, ...names];
    const covered = written.flatMap((one, index) => [
      ...written
        .slice(index + 1)
        .flatMap((other) => (overlap(one.rect, other.rect) ? [`${one.id} on ${other.id}`] : [])),
      ...boxes.flatMap((box) => (overlap(one.rect, box.rect) ? [`${one.id} on ${box.id}`] : [])),
    ]);

    const seen = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(element).clipPath === 'none';
    };
    const texts = all('*').filter(
      (element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
        ) &&
        !element.closest('.sr-only') &&
        seen(element),
    );
    const small = texts.flatMap((element) => {
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * (viewport.contains(element) ? scale : 1);
      return size < least - 0.05 ? [`${element.textContent} (${size.toFixed(1)} px)`] : [];
    });
    const cut = all('.truncate').flatMap((element) =>
      seen(element) && element.scrollWidth > element.clientWidth + 1 ? [element.textContent ?? ''] : [],
    );

    const frame = canvas.getBoundingClientRect();
    const outside = all('.react-flow__node').flatMap((element) => {
      const { left, top, right, bottom } = shrunk(element);
      const inside = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
      return inside ? [] : [element.dataset.id ?? ''];
    });
    return { crossed, covered, small, cut, outside };
  }, readable);
}
