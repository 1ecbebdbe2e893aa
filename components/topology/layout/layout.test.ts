import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import { hostNodeId, serviceNodeId, type Topology } from '@/lib/model/topology/graph';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/testing/example';
import { neighbour } from '../neighbours';
import { pictureOf } from '../picture';
import { type Box, overlap } from './box';
import { type Frame, layOut as layOutPlan } from './lay-out';
import { layoutPlan } from './plan';

const id = (digit: string) => hostNodeId(digit.repeat(32));
const serviceId = (digit: string) => serviceNodeId(digit.repeat(32));
const draw = (...services: Parameters<typeof exampleEnvironment>): Topology =>
  buildTopology({
    deployed: exampleEnvironment(...services),
    next: null,
    types: EXAMPLE_TYPES,
    deployment: null,
    machines: {},
  });
const FRAME: Frame = { width: 1100, height: 420, stretch: 1, narrow: false };
const layOut = (topology: Topology, collapsed: ReadonlySet<string> = new Set(), frame = FRAME): Map<string, Box> =>
  new Map(
    layOutPlan(
      layoutPlan(pictureOf(topology), collapsed, () => ''),
      frame,
    ).boxes,
  );
const at = (boxes: Map<string, Box>, key: string): Box => {
  const box = boxes.get(key);
  if (!box) throw new Error(`no box ${key}`);
  return box;
};
const farm = (digit: string, count: number) =>
  exampleWeb({
    id: digit.repeat(32),
    name: `farm${digit}`,
    units: Array.from({ length: count }, (_, index) => ({
      id: `${digit}${String(index).padStart(31, '0')}`,
      name: `u${index}`,
    })),
  });

describe('the layout', () => {
  const boxes = layOut(draw(exampleWeb(), exampleDomain()));

  it('draws what joins a domain, and who provides it, inside one area', () => {
    const area = at(boxes, 'boundary:domain:acme.local');
    for (const digit of ['a', 'b']) {
      const box = at(boxes, serviceId(digit));
      expect(box.x > area.x && box.y > area.y).toBe(true);
      expect(box.x + box.width < area.x + area.width && box.y + box.height < area.y + area.height).toBe(true);
    }
  });

  it('puts the first controller before those that follow it, the others in the order of the model', () => {
    const units = ['5', '1', '3', '4'].map((digit) => exampleUnit(digit, { isMaster: digit === '1' }));
    const placed = layOut(draw(exampleDomain({ units })));
    const places = ['1', '5', '3', '4'].map((digit) => at(placed, id(digit)));
    const order = places.map(({ x, y }) => y * 10_000 + x);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('keeps every host inside its service, and nothing on top of anything else', () => {
    const digits = fc.uniqueArray(fc.constantFrom(...'23456789'.split('')), { maxLength: 8 });
    fc.assert(
      fc.property(digits, fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 6 }), (further, farms) => {
        const graph = draw(
          exampleDomain({
            units: [
              exampleUnit('1', { isMaster: true }),
              ...further.map((one) => exampleUnit(one, { isMaster: false })),
            ],
          }),
          ...farms.map((count, index) => farm('bcdef0'[index] ?? 'b', count)),
        );
        const placed = layOut(graph);
        for (const service of graph.nodes.filter((node) => node.kind === 'service')) {
          const outer = at(placed, service.id);
          const hosts = graph.nodes
            .filter((node) => node.kind === 'host' && node.parentId === service.id)
            .map((node) => at(placed, node.id));
          for (const [index, host] of hosts.entries()) {
            expect(host.x).toBeGreaterThanOrEqual(0);
            expect(host.x + host.width).toBeLessThanOrEqual(outer.width);
            expect(host.y + host.height).toBeLessThanOrEqual(outer.height);
            for (const other of hosts.slice(index + 1)) expect(overlap(host, other)).toBe(false);
          }
        }
        const services = graph.nodes.filter((node) => node.kind === 'service').map((node) => at(placed, node.id));
        for (const [index, one] of services.entries()) {
          for (const other of services.slice(index + 1)) expect(overlap(one, other)).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('draws an empty environment without a box', () => {
    expect(layOut(draw())).toEqual(new Map());
  });

  it('makes a large service a grid instead of one endless row or column', () => {
    const box = at(layOut(draw(farm('c', 100))), serviceId('c'));
    expect(box.width / box.height).toBeGreaterThan(1);
    expect(box.width / box.height).toBeLessThan(5);
  });

  it('lets requests go down on a narrow frame', () => {
    const tall = { width: 334, height: 500, stretch: 8, narrow: true };
    const placed = layOut(draw(farm('b', 1), farm('c', 1), farm('d', 1)), new Set(), tall);
    const tops = ['b', 'c', 'd'].map((digit) => at(placed, serviceId(digit)).y);
    expect(new Set(tops).size).toBe(3);
  });

  it('leaves room for machines only where they are shown', () => {
    const collapsed = layOut(draw(farm('c', 100)), new Set([serviceId('c')]));
    expect([...collapsed.keys()]).toEqual([serviceId('c')]);
    expect(at(collapsed, serviceId('c')).height).toBeLessThan(140);
  });

  it('is the same each time', () => {
    const graph = draw(exampleDomain(), farm('c', 7), farm('d', 2));
    expect(layOut(graph)).toEqual(layOut(graph));
  });
});

describe('arrow keys', () => {
  const box = (x: number, y: number): Box => ({ x, y, width: 10, height: 10 });
  const boxes = new Map([
    ['a', box(0, 0)],
    ['b', box(100, 5)],
    ['c', box(100, 200)],
    ['d', box(0, 100)],
  ]);

  it('go to the nearest box that way', () => {
    expect(neighbour(boxes, 'a', 'right')).toBe('b');
    expect(neighbour(boxes, 'a', 'down')).toBe('d');
    expect(neighbour(boxes, 'c', 'up')).toBe('b');
    expect(neighbour(boxes, 'b', 'left')).toBe('a');
  });

  it('stay where nothing lies that way', () => {
    expect(neighbour(boxes, 'a', 'left')).toBeNull();
    expect(neighbour(boxes, 'a', 'up')).toBeNull();
  });
});
