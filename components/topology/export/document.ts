import { UNIT_STATES } from '@/lib/model/unit-state';
import { type Box, SIZES } from '../layout/box';
import type { Group, Picture } from '../picture';
import { RELATION_DASHES } from '../relation-dashes';
import { joinRelations } from '../relation-lines';
import type { TopologyWords } from '../words';
import { CHART, STATE_COLOURS } from './colours';
import { drawHost } from './draw-host';
import { arrow, dot, label, rect, text } from './svg';

const MARGIN = 40;
const HEADER = 76;
const FOOTER = 56;

export interface Drawing {
  picture: Picture;
  boxes: ReadonlyMap<string, Box>;
  collapsed: ReadonlySet<string>;
  title: string;
  /** when it shows the environment, in words */
  date: string;
  /** what the kinds of lines are called */
  lines: { connected: string; willConnect: string; comesAfter: string };
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
  const { picture, boxes } = drawing;
  const groups = picture.groups.flatMap((group) => {
    const box = boxes.get(group.node.id);
    return box ? [{ group, box }] : [];
  });
  const left = Math.min(0, ...groups.map(({ box }) => box.x));
  const top = Math.min(0, ...groups.map(({ box }) => box.y));
  const right = Math.max(0, ...groups.map(({ box }) => box.x + box.width));
  const bottom = Math.max(0, ...groups.map(({ box }) => box.y + box.height));
  const width = Math.ceil(Math.max(right - left, 760) + 2 * MARGIN);
  const height = Math.ceil(bottom - top + 2 * MARGIN + HEADER + FOOTER);
  const body = [
    rect({ x: 0, y: 0, width, height }, { fill: CHART.paper }),
    text(drawing.title, MARGIN, MARGIN + 22, { size: 24, weight: 600, colour: CHART.ink, width: width - 2 * MARGIN }),
    text(drawing.date, MARGIN, MARGIN + 46, { size: 14, colour: CHART.muted, width: width - 2 * MARGIN }),
    `<g transform="translate(${MARGIN - left} ${MARGIN + HEADER - top})">`,
    ...groups.map(({ group, box }) => drawGroup(drawing, group, box)),
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

function drawGroup(drawing: Drawing, { node, shared, hosts }: Group, box: Box): string {
  const { boxes, collapsed, words } = drawing;
  const inner = box.width - 28;
  const lines = [
    ...shared.map((part) => [part.title, part.address].filter((one) => one !== null).join('  ')),
    ...(node.service?.reachable
      ? [node.service.addresses.map((address) => `${address.label}: ${address.value}`).join('  ·  ')]
      : []),
    ...(collapsed.has(node.id) ? [words.machines(hosts)] : []),
  ];
  const stacked = collapsed.has(node.id) && hosts.length > 1;
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
        end: true,
      },
    ),
    ...lines.map((line, index) =>
      text(line, box.x + 14, box.y + SIZES.serviceHead + index * SIZES.serviceLine + 20, {
        size: 13,
        colour: CHART.muted,
        width: inner,
      }),
    ),
    ...hosts.flatMap((host) => {
      const own = boxes.get(host.id);
      if (!own) return [];
      const parts = drawing.picture.parts.get(host.id) ?? [];
      return [drawHost(host, parts, { ...own, x: own.x + box.x, y: own.y + box.y }, words)];
    }),
  ].join('\n');
}

function drawLines({ picture, boxes, collapsed, words }: Drawing): string[] {
  const placed = (id: string): Box | null => {
    const own = boxes.get(id);
    const node = picture.byId.get(id);
    if (!own || node?.kind !== 'host') return own ?? null;
    const parent = boxes.get(node.parentId ?? '');
    return parent ? { ...own, x: own.x + parent.x, y: own.y + parent.y } : null;
  };
  return joinRelations(picture, { collapsed, cells: false }).flatMap(({ source, target, edge, members }) => {
    const from = placed(source);
    const to = placed(target);
    if (!from || !to) return [];
    const dash = edge.kind === 'depends_on' ? RELATION_DASHES.depends : RELATION_DASHES[edge.state];
    const line = arrow(from, to, dash);
    const said = words.relationLine({ edge, members: members.length });
    return said === null ? [line.svg] : [line.svg, label(said, line.middle.x, line.middle.y)];
  });
}

function drawLegend({ words, lines }: Drawing, y: number): string {
  let x = MARGIN;
  const items = UNIT_STATES.map((state) => {
    const word = words.state(state);
    const item = dot(x + 6, y - 4, STATE_COLOURS[state]) + text(word, x + 18, y, { size: 12, colour: CHART.muted });
    x += 34 + word.length * 7;
    return item;
  });
  const kinds = [
    { word: lines.connected, dash: RELATION_DASHES.established },
    { word: lines.willConnect, dash: RELATION_DASHES.planned },
    { word: lines.comesAfter, dash: RELATION_DASHES.depends },
  ].map(({ word, dash }) => {
    const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
    const line = `<line x1="${x}" y1="${y - 4}" x2="${x + 26}" y2="${y - 4}" stroke="${CHART.strongLine}" stroke-width="2"${dashes}/>`;
    const item = line + text(word, x + 34, y, { size: 12, colour: CHART.muted });
    x += 50 + word.length * 7;
    return item;
  });
  return [...items, ...kinds].join('\n');
}
