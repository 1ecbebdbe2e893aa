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
import { hostNodeId, type Topology } from '@/lib/model/topology/graph';
import { UNIT_STATE_WORDS } from '@/lib/model/unit-state';
import { type Box, layOut } from './layout';
import { neighbour } from './neighbours';
import { findHosts } from './search';

const id = (digit: string) => hostNodeId(digit.repeat(32));
const draw = (...services: Parameters<typeof exampleEnvironment>): Topology =>
  buildTopology({
    deployed: exampleEnvironment(...services),
    next: null,
    types: EXAMPLE_TYPES,
    deployment: null,
    machines: {},
  });
const at = (boxes: Map<string, Box>, key: string): Box => {
  const box = boxes.get(key);
  if (!box) throw new Error(`no box ${key}`);
  return box;
};
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the layout', () => {
  const boxes = layOut(draw(exampleWeb(), exampleDomain()));

  it('puts a domain to the left of what joins it, whatever their order in the model', () => {
    expect(at(boxes, `service:${'a'.repeat(32)}`).x).toBeLessThan(at(boxes, `service:${'b'.repeat(32)}`).x);
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
      fc.property(digits, fc.integer({ min: 0, max: 4 }), (further, webs) => {
        const graph = draw(
          exampleDomain({
            units: [
              exampleUnit('1', { isMaster: true }),
              ...further.map((one) => exampleUnit(one, { isMaster: false })),
            ],
          }),
          ...Array.from({ length: webs }, (_, index) =>
            exampleWeb({ id: `${index}`.repeat(32), units: [exampleUnit('abcdf'[index] ?? 'a')] }),
          ),
        );
        const placed = layOut(graph);
        for (const service of graph.nodes.filter((node) => node.kind === 'service')) {
          const outer = at(placed, service.id);
          const hosts = graph.nodes.filter((node) => node.parentId === service.id).map((node) => at(placed, node.id));
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

describe('search', () => {
  const graph = draw(
    exampleDomain({
      units: [exampleUnit('1', { isMaster: true, state: { hostname: 'dc1' } }), exampleUnit('2', { isMaster: false })],
    }),
    exampleWeb(),
  );
  const find = (typed: string) => findHosts(graph, typed, (node) => UNIT_STATE_WORDS[node.state]);

  it('finds hosts by name, role, service and state', () => {
    expect(find('dc1')).toEqual(new Set([id('1')]));
    expect(find('internet')).toEqual(new Set([id('3')]));
    expect(find('acme')).toEqual(new Set([id('1'), id('2')]));
    expect(find('needs attention shop')).toEqual(new Set([id('3')]));
  });

  it('finds nothing rather than everything for an unknown word, and filters nothing when empty', () => {
    expect(find('zzz')).toEqual(new Set());
    expect(find('  ')).toBeNull();
  });
});
