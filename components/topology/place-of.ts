import type { Box } from './layout/box';
import type { Picture } from './picture';

/**
 * Where a part stands on the canvas; null where it is not drawn.
 *
 * @param boxes those of machines are relative to the box of their service
 */
export function placeOf(picture: Pick<Picture, 'byId'>, boxes: ReadonlyMap<string, Box>, id: string): Box | null {
  const node = picture.byId.get(id);
  const own = boxes.get(id);
  if (!node) return null;
  if (node.kind !== 'host') return own ?? null;
  const parent = boxes.get(node.parentId ?? '');
  if (!own || !parent) return null;
  return { ...own, x: own.x + parent.x, y: own.y + parent.y };
}
