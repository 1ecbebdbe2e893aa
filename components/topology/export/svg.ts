import type { Box, Point } from '../layout/box';
import { CHART } from './colours';

/** Text that can stand in a document and in an attribute. Characters that XML forbids are left out. */
export function escapeXml(raw: string): string {
  return raw
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/** A rectangle. `radius` in pixels. */
export function rect(
  { x, y, width, height }: Box,
  { fill, stroke, radius = 0, dashed = false }: { fill: string; stroke?: string; radius?: number; dashed?: boolean },
): string {
  const edge = stroke ? ` stroke="${stroke}"${dashed ? ' stroke-dasharray="6 4"' : ''}` : '';
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${edge}/>`;
}

/** The mark of a state. */
export function dot(x: number, y: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="6" fill="${colour}"/>`;
}

/** The width of a letter in parts of its height, on average. */
const LETTER = 0.56;

/** One line of text at its base line, cut with an ellipsis where `width` pixels would not hold it. */
export function text(
  words: string,
  x: number,
  y: number,
  {
    size,
    colour,
    weight = 400,
    width = Number.POSITIVE_INFINITY,
    anchor = 'start',
  }: { size: number; colour: string; weight?: number; width?: number; anchor?: 'start' | 'middle' | 'end' },
): string {
  const room = Math.floor(width / (size * LETTER));
  const shown = words.length > room ? `${words.slice(0, Math.max(1, room - 1)).trimEnd()}…` : words;
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${escapeXml(shown)}</text>`;
}

/** Words on a line, on a ground of their own. */
export function label(words: string, box: Box): string {
  const ground = rect(box, { fill: CHART.box, stroke: CHART.line, radius: box.height / 2 });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + 4];
  return ground + text(words, x, y, { size: 12, colour: CHART.muted, width: box.width, anchor: 'middle' });
}

/** The head of a line that runs through points, where it arrives. */
export function arrowHead(points: readonly Point[]): string {
  const [before, tip] = points.slice(-2);
  if (!before || !tip) return '';
  const [dx, dy] = [Math.sign(tip.x - before.x), Math.sign(tip.y - before.y)];
  const [x, y] = [tip.x - dx * 9, tip.y - dy * 9];
  return `<path d="M${tip.x} ${tip.y}L${x - dy * 5} ${y + dx * 5}L${x + dy * 5} ${y - dx * 5}z" fill="${CHART.strongLine}"/>`;
}
