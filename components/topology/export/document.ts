import type { TopologyNode } from '@/lib/model/topology/graph';
import { isResting, UNIT_STATES } from '@/lib/model/unit-state';
import { type Box, SIZES } from '../layout/box';
import type { Layout } from '../layout/lay-out';
import { rolesOfMachines } from '../layout/plan';
import { roundedPath } from '../layout/rounded-path';
import type { Group, Picture } from '../picture';
import { RELATION_DASHES } from '../relation-dashes';
import { VISITORS } from '../relation-lines';
import type { TopologyWords } from '../words';
import { BOUNDARY_COLOURS, CHART, STATE_COLOURS } from './colours';
import { drawHost } from './draw-host';
import { arrowHead, dot, label, rect, text } from './svg';

const MARGIN = 40;
const HEADER = 76;
const FOOTER = 56;

export interface Drawing {
  picture: Picture;
  layout: Pick<Layout, 'boxes' | 'routes' | 'density' | 'bounds'>;
  collapsed: ReadonlySet<string>;
  title: string;
  /** when it shows the environment, in words */
  date: string;
  /** what the kinds of lines are called */
  lines: { connected: string; willConnect: string; visitors: string };
  /** what is said of a service whose machines are not drawn */
  machines: (count: number) => string;
  elsewhere: string;
  words: TopologyWords;
}

/**
 * The drawing as a file of its own: title, date, boxes, lines and a legend, in colours for paper.
 *
 * @returns an SVG document and its size in pixels
 */
export function drawTopology(drawing: Drawing): { svg: string; width: number; height: number } {
  const { picture } = drawing;
  const { bounds } = drawing.layout;
  const boxes = new Map(drawing.layout.boxes);
  const groups = picture.groups.flatMap((group) => {
    const box = boxes.get(group.node.id);
    return box ? [{ group, box }] : [];
  });
  const [left, top] = [bounds.x, bounds.y];
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
  const width = Math.ceil(Math.max(right - left, 760) + 2 * MARGIN);
  const height = Math.ceil(bottom - top + 2 * MARGIN + HEADER + FOOTER);
  const body = [
    rect({ x: 0, y: 0, width, height }, { fill: CHART.paper }),
    text(drawing.title, MARGIN, MARGIN + 22, { size: 24, weight: 600, colour: CHART.ink, width: width - 2 * MARGIN }),
    text(drawing.date, MARGIN, MARGIN + 46, { size: 14, colour: CHART.muted, width: width - 2 * MARGIN }),
    `<g transform="translate(${MARGIN - left} ${MARGIN + HEADER - top})">`,
    ...drawBoundaries(drawing, boxes),
    ...drawVisitors(drawing, boxes),
    ...groups.map(({ group, box }) => drawGroup(drawing, boxes, group, box)),
    ...drawLines(drawing),
    '</g>',
    drawLegend(drawing, height - MARGIN - 8),
  ];
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="Geist, 'Segoe UI', system-ui, sans-serif">`,
    ...body,
    '</svg>',
  ].join('\n');
  return { svg, width, height };
}

function drawBoundaries({ picture }: Drawing, boxes: ReadonlyMap<string, Box>): string[] {
  return picture.boundaries.flatMap(({ id, name, state }, index) => {
    const box = boxes.get(id);
    const colour = BOUNDARY_COLOURS[index % BOUNDARY_COLOURS.length];
    if (!box || !colour) return [];
    return [
      rect(box, { fill: colour.fill, stroke: colour.line, radius: 16, dashed: state !== 'established' }),
      text(name, box.x + 16, box.y + 26, { size: 13, weight: 600, colour: colour.ink, width: box.width - 32 }),
    ];
  });
}

function drawVisitors({ lines }: Drawing, boxes: ReadonlyMap<string, Box>): string[] {
  const box = boxes.get(VISITORS);
  if (!box) return [];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + 5];
  return [
    rect(box, { fill: CHART.paper, stroke: CHART.strongLine, radius: 12, dashed: true }),
    text(lines.visitors, x, y, { size: 13, weight: 500, colour: CHART.muted, width: box.width - 8, anchor: 'middle' }),
  ];
}

function drawGroup(
  drawing: Drawing,
  boxes: ReadonlyMap<string, Box>,
  { node, shared, hosts }: Group,
  box: Box,
): string {
  const { collapsed, words } = drawing;
  const { density } = drawing.layout;
  const inner = box.width - 28;
  const lines = [
    ...(node.service?.reachable && density !== 'dense'
      ? [node.service.addresses.map((address) => `${address.label}: ${address.value}`).join('  ·  ')]
      : []),
    ...(collapsed.has(node.id) ? [words.machines(hosts)] : []),
  ];
  const isCollapsed = collapsed.has(node.id);
  const roles = isCollapsed || density === 'dense' ? rolesOfMachines(hosts, drawing.picture.parts) : [];
  const below = box.y + SIZES.serviceHead + lines.length * SIZES.serviceLine;
  const stacked = isCollapsed && hosts.length > 1;
  return [
    stacked ? rect({ ...box, x: box.x + 6, y: box.y + 6 }, { fill: CHART.paper, stroke: CHART.line, radius: 12 }) : '',
    rect(box, {
      fill: CHART.group,
      stroke: stacked ? CHART.strongLine : CHART.line,
      radius: 12,
      dashed: node.change !== null && node.change !== 'changed',
    }),
    dot(box.x + 22, box.y + 24, STATE_COLOURS[node.state]),
    text(node.title, box.x + 38, box.y + 29, { size: 15, weight: 600, colour: CHART.ink, width: inner * 0.6 }),
    text(
      node.service?.elsewhere ? drawing.elsewhere : drawing.machines(hosts.length),
      box.x + box.width - 14,
      box.y + 29,
      {
        size: 12,
        colour: CHART.muted,
        width: inner * 0.4,
        anchor: 'end',
      },
    ),
    ...shared.map((part, index) =>
      drawShared(part, {
        x: box.x + SIZES.servicePadding,
        y: below + (roles.length > 0 ? SIZES.rolesLines : 0) + index * SIZES.shared,
        width: box.width - 2 * SIZES.servicePadding,
        height: SIZES.sharedBox,
      }),
    ),
    ...lines.map((line, index) =>
      text(line, box.x + 14, box.y + SIZES.serviceHead + index * SIZES.serviceLine + 20, {
        size: 13,
        colour: CHART.muted,
        width: inner,
      }),
    ),
    roles.length === 0
      ? ''
      : text(roles.join(' · '), box.x + 14, below + 14, { size: 12, colour: CHART.muted, width: inner }),
    ...hosts.flatMap((host) => {
      const own = boxes.get(host.id);
      if (!own) return [];
      const parts = drawing.picture.parts.get(host.id) ?? [];
      return [drawHost(host, parts, { ...own, x: own.x + box.x, y: own.y + box.y }, words, density)];
    }),
  ].join('\n');
}

function drawShared({ title, address }: TopologyNode, box: Box): string {
  const words = [title, address].filter((one) => one !== null).join('  ');
  return [
    rect(box, { fill: CHART.box, stroke: CHART.line, radius: 6 }),
    text(words, box.x + 12, box.y + 19, { size: 13, colour: CHART.ink, width: box.width - 24 }),
  ].join('');
}

function drawLines({ picture, layout }: Drawing): string[] {
  const states = new Map(picture.lines.map(({ id, state }) => [id, state]));
  const dashes = (id: string) => {
    const dash = RELATION_DASHES[states.get(id) ?? 'planned'];
    return dash ? ` stroke-dasharray="${dash}"` : '';
  };
  const lines = layout.routes.map(
    ({ id, points }) =>
      `<path d="${roundedPath(points)}" fill="none" stroke="${CHART.strongLine}" stroke-width="1.75"${dashes(id)}/>` +
      arrowHead(points),
  );
  const labels = layout.routes.flatMap(({ label: said }) => (said ? [label(said.text, said.box)] : []));
  return [...lines, ...labels];
}

function drawLegend({ picture, words, lines }: Drawing, y: number): string {
  let x = MARGIN;
  const items = UNIT_STATES.filter(
    (state) => !isResting(state) || picture.hosts.some((host) => host.state === state),
  ).map((state) => {
    const word = words.state(state);
    const item = dot(x + 6, y - 4, STATE_COLOURS[state]) + text(word, x + 18, y, { size: 12, colour: CHART.muted });
    x += 34 + word.length * 7;
    return item;
  });
  const kinds = [
    { word: lines.connected, dash: RELATION_DASHES.established },
    { word: lines.willConnect, dash: RELATION_DASHES.planned },
  ].map(({ word, dash }) => {
    const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
    const line = `<line x1="${x}" y1="${y - 4}" x2="${x + 26}" y2="${y - 4}" stroke="${CHART.strongLine}" stroke-width="2"${dashes}/>`;
    const item = line + text(word, x + 34, y, { size: 12, colour: CHART.muted });
    x += 50 + word.length * 7;
    return item;
  });
  return [...items, ...kinds].join('\n');
}
