import { saveFile } from '@/lib/client/save-file';
import { layOut } from '../layout/lay-out';
import { layoutPlan } from '../layout/plan';
import { topologyData } from './data';
import { type Drawing, drawTopology } from './document';
import { toPng } from './to-png';

/** A sheet that lies; what is too much for it is drawn small, not left out. In pixels. */
const SHEET = { width: 1600, height: 1000, stretch: 8, narrow: false };

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
  drawing: Omit<Drawing, 'layout'>,
): Promise<boolean> {
  const { topology } = drawing.picture;
  if (kind === 'json') {
    saveFile(`${name}.json`, topologyData(topology, at), 'application/json');
    return true;
  }
  const { picture, collapsed, words } = drawing;
  const drawn = drawTopology({ ...drawing, layout: layOut(layoutPlan(picture, collapsed, words.relationLine), SHEET) });
  if (kind === 'svg') {
    saveFile(`${name}.svg`, drawn.svg, 'image/svg+xml');
    return true;
  }
  const png = await toPng(drawn);
  if (png) saveFile(`${name}.png`, png, 'image/png');
  return png !== null;
}
