import type { TopologyNode } from '@/lib/model/topology/graph';
import { type Box, type Density, SIZES } from '../layout/box';
import type { TopologyWords } from '../words';
import { CHART, STATE_COLOURS } from './colours';
import { dot, rect, text } from './svg';

/** A machine with its roles and applications. */
export function drawHost(
  host: TopologyNode,
  parts: readonly TopologyNode[],
  box: Box,
  words: TopologyWords,
  density: Density,
): string {
  if (density !== 'full') return drawSmallHost(host, parts, box, words, density);
  const colour = STATE_COLOURS[host.state];
  const inner = box.width - 24;
  let y = box.y + SIZES.host.full.head;
  const roles = parts.map((part) => {
    const application = part.kind === 'application';
    const height = application ? SIZES.application : SIZES.role;
    const x = box.x + 10 + (application ? 20 : 0);
    const own = { x, y, width: box.x + box.width - 10 - x, height };
    y += height + SIZES.gap;
    return [
      rect(own, { fill: application ? CHART.box : CHART.role, stroke: CHART.line, radius: 6 }),
      dot(x + 15, own.y + height / 2, STATE_COLOURS[part.state]),
      text(part.title, x + 28, own.y + height / 2 + 4.5, { size: 13, colour: CHART.ink, width: own.width - 34 }),
    ].join('');
  });
  return [
    rect(box, { fill: CHART.box, stroke: colour, radius: 8, dashed: host.state === 'draft' }),
    text(host.title, box.x + 12, box.y + 27, { size: 15, weight: 600, colour: CHART.ink, width: inner }),
    dot(box.x + 18, box.y + 46, colour),
    text(words.stateOf(host), box.x + 30, box.y + 50.5, { size: 12, weight: 500, colour, width: inner }),
    ...roles,
    text(words.remark(host), box.x + 12, box.y + box.height - 12, { size: 12, colour: CHART.muted, width: inner }),
  ].join('\n');
}

function drawSmallHost(
  host: TopologyNode,
  parts: readonly TopologyNode[],
  box: Box,
  words: TopologyWords,
  density: Density,
): string {
  const colour = STATE_COLOURS[host.state];
  const middle = box.y + box.height / 2;
  const [x, width] = [box.x + 28, box.width - 34];
  const compact = density === 'compact';
  return [
    rect(box, { fill: CHART.box, stroke: colour, radius: 8, dashed: host.state === 'draft' }),
    dot(box.x + 16, middle, colour),
    text(host.title, x, compact ? middle - 3 : middle + 4.5, { size: 13, weight: 600, colour: CHART.ink, width }),
    compact ? text(words.brief(host, parts), x, middle + 13, { size: 12, colour: CHART.muted, width }) : '',
  ].join('');
}
