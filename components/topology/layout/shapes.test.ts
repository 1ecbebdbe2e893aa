import { describe, expect, it } from 'vitest';
import { collapsedGroups, NOTHING_CHOSEN } from '../collapse';
import type { Picture } from '../picture';
import { farms, SHAPE_NAMES, shape } from '../testing/shapes';
import { type Box, overlap, READABLE, SMALLEST_TEXT } from './box';
import { type Frame, type Layout, layOut, zoomOf } from './lay-out';
import { layoutPlan } from './plan';
import { segments } from './route';

const DESKTOP: Frame = { width: 1056, height: 408, stretch: 2.4, narrow: false };
const PHONE: Frame = { width: 334, height: 440, stretch: 8, narrow: true };
const FRAMES = { 'a desktop': DESKTOP, 'a phone': PHONE };
const words = (line: { edge: { relation: { words: string | null; name: string } | null } | null }) =>
  line.edge?.relation ? (line.edge.relation.words ?? `uses ${line.edge.relation.name}`) : '';

const laidOut = (picture: Picture, frame: Frame) => {
  const layout = layOut(layoutPlan(picture, collapsedGroups(picture, NOTHING_CHOSEN, frame === PHONE), words), frame);
  return { ...layout, at: new Map(layout.boxes) };
};
const servicesOf = (picture: Picture, at: Map<string, Box>) =>
  picture.groups.flatMap(({ node }): [string, Box][] => {
    const box = at.get(node.id);
    return box ? [[node.id, box]] : [];
  });
const strokes = ({ points }: Layout['routes'][number]): Box[] =>
  segments(points).map(({ from, to }) => ({
    x: Math.min(from.x, to.x) - 1,
    y: Math.min(from.y, to.y) - 1,
    width: Math.abs(to.x - from.x) + 2,
    height: Math.abs(to.y - from.y) + 2,
  }));
const outer = ({ x, y, width, height }: Box): Box => ({ x: x - 3, y: y - 3, width: width + 6, height: height + 6 });

const ALL = SHAPE_NAMES.flatMap((name) => [
  [`${name}, deployed`, shape(name)] as const,
  [`${name}, drafted`, shape(name, 'draft')] as const,
]);

describe.each(['deployed', 'draft'] as const)('of what is %s', (kind) => {
  it.each([
    '3 machines',
    '7 machines',
    'three tiers',
    'a cluster with its listener',
    'packages of both kinds',
  ] as const)('the drawing of %s is seen at once in a desktop window', (name) => {
    const { height } = laidOut(kind === 'draft' ? shape(name, 'draft') : shape(name), DESKTOP);
    expect(height).toBeLessThanOrEqual(DESKTOP.height * 1.15);
  });
});

describe.each(ALL)('the drawing of %s', (_name, picture) => {
  describe.each(Object.keys(FRAMES) as (keyof typeof FRAMES)[])('on %s', (where) => {
    const frame = FRAMES[where];
    const layout = laidOut(picture, frame);
    const services = servicesOf(picture, layout.at);

    it('can be read when all of it is fitted in', () => {
      expect(
        Math.min(1, zoomOf(layout.bounds, { ...frame, height: layout.height })) * SMALLEST_TEXT,
      ).toBeGreaterThanOrEqual(READABLE);
    });

    it('has no box on another', () => {
      services.forEach(([, one], index) => {
        for (const [, other] of services.slice(index + 1)) expect(overlap(one, other)).toBe(false);
      });
    });

    it('leads every line around all boxes but its own two, with some air', () => {
      expect(layout.routes.map(({ id }) => id).sort()).toEqual(picture.lines.map(({ id }) => id).sort());
      for (const route of layout.routes) {
        for (const [id, box] of [...services, ['visitors', layout.at.get('visitors')] as const]) {
          const line = picture.lines.find((one) => one.id === route.id);
          if (!box || id === line?.source || id === line?.target) continue;
          for (const stroke of strokes(route))
            expect([route.id, id, overlap(stroke, outer(box))]).toEqual([route.id, id, false]);
        }
      }
    });

    it('covers nothing with what is written on lines', () => {
      const labels = layout.routes.flatMap(({ label }) => (label ? [label.box] : []));
      labels.forEach((label, index) => {
        for (const [, box] of services) expect(overlap(label, box)).toBe(false);
        for (const other of labels.slice(index + 1)) expect(overlap(label, other)).toBe(false);
      });
      for (const route of layout.routes) {
        if (route.label)
          for (const other of layout.routes) {
            if (other === route || other.target === route.target) continue;
            for (const stroke of strokes(other)) expect(overlap(stroke, route.label.box)).toBe(false);
          }
      }
    });

    if (frame === DESKTOP) {
      it('says what every line between services is, once where lines come together', () => {
        for (const { id, edge, target } of picture.lines) {
          const said = layout.routes.filter((route) => route.target === target && route.label !== null);
          if (edge) expect([id, said[0]?.label?.text]).toEqual([id, 'keeps its data in']);
        }
      });
    }

    it('holds everything that it draws', () => {
      const { x, y, width, height } = layout.bounds;
      for (const [, box] of services) {
        expect(box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height).toBe(
          true,
        );
      }
    });
  });
});

describe('a large drawing', () => {
  it.each([
    [5, 200],
    [60, 10],
  ])('of %i farms with %i machines each is made', (count, machines) => {
    const picture = farms(count, machines);
    const layout = laidOut(picture, DESKTOP);
    expect(layout.routes).toHaveLength(picture.lines.length);
  });
});

describe('on a wall of 1920 by 1080', () => {
  const WALL: Frame = { width: 1896, height: 1056, stretch: 1, narrow: false, readable: 16 };
  it.each(['7 machines', '20 machines', '40 machines'] as const)('no word of %s is smaller than 16 pixels', (name) => {
    const layout = laidOut(shape(name), WALL);
    expect(zoomOf(layout.bounds, WALL) * SMALLEST_TEXT).toBeGreaterThanOrEqual(16);
    expect(layout.height).toBe(WALL.height);
  });
});
