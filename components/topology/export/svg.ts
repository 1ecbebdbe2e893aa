import type { Box } from '../layout/box';
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
    end = false,
  }: { size: number; colour: string; weight?: number; width?: number; end?: boolean },
): string {
  const room = Math.floor(width / (size * LETTER));
  const shown = words.length > room ? `${words.slice(0, Math.max(1, room - 1)).trimEnd()}…` : words;
  const anchor = end ? ' text-anchor="end"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}"${anchor}>${escapeXml(shown)}</text>`;
}

/** Words on a line, on a ground of their own. */
export function label(words: string, x: number, y: number): string {
  const width = words.length * 12 * LETTER + 16;
  const ground = rect(
    { x: x - width / 2, y: y - 11, width, height: 22 },
    { fill: CHART.box, stroke: CHART.line, radius: 11 },
  );
  return `${ground}<text x="${x}" y="${y + 4}" font-size="12" text-anchor="middle" fill="${CHART.muted}">${escapeXml(words)}</text>`;
}

/** A curve from the left edge of one box to the right edge of another, with a head where it arrives. */
export function arrow(from: Box, to: Box, dash: string | undefined): { svg: string; middle: { x: number; y: number } } {
  const x1 = from.x;
  const y1 = from.y + from.height / 2;
  const x2 = to.x + to.width + 8;
  const y2 = to.y + to.height / 2;
  const bend = Math.max(30, Math.abs(x1 - x2) / 2);
  const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
  const curve = `<path d="M${x1} ${y1}C${x1 - bend} ${y1} ${x2 + bend} ${y2} ${x2} ${y2}" fill="none" stroke="${CHART.strongLine}" stroke-width="1.75"${dashes}/>`;
  const head = `<path d="M${x2 - 8} ${y2}l10 -5v10z" fill="${CHART.strongLine}"/>`;
  return { svg: curve + head, middle: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 } };
}
