import { saveFile } from '@/lib/client/save-file';
import { layOut } from '../layout/lay-out';
import { layoutPlan } from '../layout/plan';
import { topologyData } from './data';
import { type Drawing, drawTopology } from './document';
import { toPng } from './to-png';

export type ExportKind = 'svg' | 'png' | 'json';

/**
 * Saves the picture as it is shown: the same services collapsed.
 *
 * @param name of the file, without its ending
 * @returns whether it was saved; false where a picture would be larger than browsers make
 */
export async function saveTopology(
  kind: ExportKind,
  name: string,
  at: Date,
  drawing: Omit<Drawing, 'boxes'>,
): Promise<boolean> {
  const { topology } = drawing.picture;
  if (kind === 'json') {
    saveFile(`${name}.json`, topologyData(topology, at), 'application/json');
    return true;
  }
  const { boxes } = layOut(layoutPlan(topology, drawing.collapsed), null);
  const drawn = drawTopology({ ...drawing, boxes: new Map(boxes) });
  if (kind === 'svg') {
    saveFile(`${name}.svg`, drawn.svg, 'image/svg+xml');
    return true;
  }
  const png = await toPng(drawn);
  if (png) saveFile(`${name}.png`, png, 'image/png');
  return png !== null;
}
