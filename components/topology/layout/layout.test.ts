import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/example';
import { hostNodeId, serviceNodeId, type Topology } from '@/lib/model/topology/graph';
import { neighbour } from '../neighbours';
import type { Box } from './box';
import { type LayoutMemory, layOut as layOutPlan } from './lay-out';
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
const NOTHING: ReadonlySet<string> = new Set();
const arranged = (topology: Topology, collapsed = NOTHING, before: LayoutMemory | null = null) => {
  const { boxes, memory } = layOutPlan(layoutPlan(topology, collapsed), before);
  return { boxes: new Map(boxes), memory };
};
const layOut = (topology: Topology) => arranged(topology).boxes;
const at = (boxes: Map<string, Box>, key: string): Box => {
  const box = boxes.get(key);
  if (!box) throw new Error(`no box ${key}`);
  return box;
};
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
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

  it('puts a domain to the left of what joins it, whatever their order in the model', () => {
    expect(at(boxes, serviceId('a')).x).toBeLessThan(at(boxes, serviceId('b')).x);
  });

  it('puts the first controller to the left of those that follow it', () => {
    expect(at(boxes, id('1')).x).toBeLessThan(at(boxes, id('2')).x);
  });

  it('stands machines that are alike in the order of the model', () => {
    const units = ['1', '5', '3', '4'].map((digit) => exampleUnit(digit, { isMaster: digit === '1' }));
    const placed = layOut(draw(exampleDomain({ units })));
    const tops = ['5', '3', '4'].map((digit) => at(placed, id(digit)).y);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
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

  it('makes a large service about as wide as high instead of one endless column', () => {
    const box = at(layOut(draw(farm('c', 100))), serviceId('c'));
    expect(box.width / box.height).toBeGreaterThan(0.6);
    expect(box.width / box.height).toBeLessThan(2);
  });

  it('leaves room for machines only where they are shown', () => {
    const graph = draw(farm('c', 100));
    const collapsed = arranged(graph, new Set([serviceId('c')])).boxes;
    expect([...collapsed.keys()]).toEqual([serviceId('c')]);
    expect(at(collapsed, serviceId('c')).height).toBeLessThan(120);
  });
});

describe('a layout after another', () => {
  const four = [exampleDomain(), farm('b', 1), farm('c', 2), farm('d', 1)];

  it('leaves everything where it was when a service is added, even one that comes first in the model', () => {
    const before = arranged(draw(...four));
    const after = arranged(draw(farm('9', 2), ...four), NOTHING, before.memory);
    for (const [key, box] of before.boxes) expect([key, at(after.boxes, key)]).toEqual([key, box]);
    expect(after.boxes.has(serviceId('9'))).toBe(true);
  });

  it('moves no machine when one more is added to its service', () => {
    const before = arranged(draw(exampleDomain(), farm('c', 20)));
    const after = arranged(draw(exampleDomain(), farm('c', 21)), NOTHING, before.memory);
    for (const [key, box] of before.boxes)
      if (key.startsWith('host:')) expect([key, at(after.boxes, key)]).toEqual([key, box]);
  });

  it('lets a service that is opened push only what is below it or to its right', () => {
    const graph = draw(...four);
    const closed = arranged(graph, new Set([serviceId('c')]));
    const open = arranged(graph, NOTHING, closed.memory);
    for (const digit of ['a', 'b']) {
      expect(at(open.boxes, serviceId(digit))).toEqual(at(closed.boxes, serviceId(digit)));
    }
    expect(at(open.boxes, serviceId('c')).y).toBe(at(closed.boxes, serviceId('c')).y);
    expect(at(open.boxes, serviceId('d')).y).toBeGreaterThan(at(closed.boxes, serviceId('d')).y);
  });

  it('is as before once the service is collapsed again', () => {
    const graph = draw(...four);
    const closed = new Set([serviceId('c')]);
    const first = arranged(graph, closed);
    const open = arranged(graph, NOTHING, first.memory);
    expect(arranged(graph, closed, open.memory).boxes).toEqual(first.boxes);
  });

  it('closes the gap that a removed service leaves, and keeps the order of the others', () => {
    const before = arranged(draw(...four));
    const after = arranged(draw(...four.filter((service) => service.name !== 'farmc')), NOTHING, before.memory);
    expect(at(after.boxes, serviceId('b'))).toEqual(at(before.boxes, serviceId('b')));
    expect(at(after.boxes, serviceId('d')).y).toBe(at(before.boxes, serviceId('c')).y);
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
