import { labelWidth } from './arrange';
import { type Box, overlap, type Point, SIZES } from './box';
import { ChannelGrid } from './channels';
import type { Link } from './plan';

/** A piece of a line, from corner to corner. */
interface Piece {
  from: Point;
  to: Point;
}

/** A line with right angles, and where it is labelled. */
export interface Route {
  id: string;
  target: string;
  points: Point[];
  label: { text: string; box: Box } | null;
}

/**
 * Lines between boxes that run around every other box. Those that end at the same box come together before it; others
 * keep apart where there is room. Each is labelled where the label covers no box, no other label and no other line.
 *
 * @param obstacles boxes that no line may cross, by id; the two ends of a line are among them
 * @param within no label stands outside of it
 * @param reserved areas for words: nothing is written over them, and no line runs through them
 */
export function routeLinks(
  links: readonly Link[],
  obstacles: ReadonlyMap<string, Box>,
  within: Box,
  reserved: readonly Box[],
): Route[] {
  const boxes = [...obstacles.values()];
  const channels = new ChannelGrid([...boxes, ...reserved]);
  const routes: Route[] = [];
  for (const { link, from, to } of inOrder(links, obstacles)) {
    const points = channels.connect(from, to, link.target);
    if (points !== null) routes.push({ id: link.id, target: link.target, points, label: null });
  }
  const taken = [...boxes, ...reserved];
  const texts = new Map(links.map(({ id, label }) => [id, label]));
  for (const route of routes) {
    const text = texts.get(route.id) ?? '';
    // lines that come together say the same once
    if (text === '' || routes.some(({ target, label }) => target === route.target && label?.text === text)) continue;
    const others = routes.filter((other) => other !== route).flatMap((other) => segments(other.points).map(boxOfPiece));
    const box = placeLabel(text, route.points, within, taken, others);
    if (box === null) continue;
    taken.push(box);
    route.label = { text, box };
  }
  return routes;
}

/** Short lines first: they have the least choice. */
function inOrder(links: readonly Link[], obstacles: ReadonlyMap<string, Box>) {
  return links
    .flatMap((link) => {
      const from = obstacles.get(link.source);
      const to = obstacles.get(link.target);
      return from && to ? [{ link, from, to, length: distance(centre(from), centre(to)) }] : [];
    })
    .sort((a, b) => a.length - b.length || (a.link.id < b.link.id ? -1 : 1));
}

/** Where along a piece of a line its label is tried. */
const ALONG = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.42, 0.58, 0.27, 0.73, 0.05, 0.95];
/** Kept free around a label, in pixels. */
const AIR = 3;

/** Where a label fits on a line, its long pieces first; over another line only where nothing else is left. */
function placeLabel(
  text: string,
  points: readonly Point[],
  within: Box,
  taken: readonly Box[],
  lines: readonly Box[],
): Box | null {
  const [width, height] = [labelWidth(text), SIZES.label.height];
  const pieces = segments(points).sort((a, b) => room(b) - room(a));
  const around = (piece: Piece, aside: number) =>
    ALONG.map((at): Box => {
      const x = piece.from.x + (piece.to.x - piece.from.x) * at + aside * (width / 2 + AIR);
      const y = piece.from.y + (piece.to.y - piece.from.y) * at;
      return { x: x - width / 2, y: y - height / 2, width, height };
    });
  const upright = pieces.filter(({ from, to }) => from.x === to.x);
  const places = [
    ...pieces.flatMap((piece) => around(piece, 0)),
    ...upright.flatMap((piece) => [...around(piece, 1), ...around(piece, -1)]),
  ];
  const clear = places.filter((place) => holds(within, place) && !taken.some((other) => overlap(grown(place), other)));
  return clear.find((place) => !lines.some((line) => overlap(place, line))) ?? clear[0] ?? null;
}

/** How well a piece of a line carries a label: words lie along those that lie. */
function room({ from, to }: Piece): number {
  return Math.abs(to.x - from.x) + Math.abs(to.y - from.y) * 0.6;
}

/** The pieces of a line, from corner to corner. */
export function segments(points: readonly Point[]): Piece[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index];
    return from ? [{ from, to }] : [];
  });
}

function holds(outer: Box, { x, y, width, height }: Box): boolean {
  const [right, bottom] = [outer.x + outer.width, outer.y + outer.height];
  return x >= outer.x && y >= outer.y && x + width <= right && y + height <= bottom;
}

function boxOfPiece({ from, to }: Piece): Box {
  return {
    x: Math.min(from.x, to.x) - 1,
    y: Math.min(from.y, to.y) - 1,
    width: Math.abs(to.x - from.x) + 2,
    height: Math.abs(to.y - from.y) + 2,
  };
}

function grown({ x, y, width, height }: Box): Box {
  return { x: x - AIR, y: y - AIR, width: width + 2 * AIR, height: height + 2 * AIR };
}

function centre({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}
