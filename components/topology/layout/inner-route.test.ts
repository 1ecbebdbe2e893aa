import { describe, expect, it } from 'vitest';
import { innerRoute } from './inner-route';

/** Lines between the machines of one service run in the gaps between them. */
describe('a line between two machines of one service', () => {
  const at = (x: number, y: number) => ({ x, y, width: 100, height: 50 });

  it('crosses the gap where they stand side by side', () => {
    expect(innerRoute(at(114, 0), at(0, 0), 14, 50)).toEqual([
      { x: 114, y: 25 },
      { x: 100, y: 25 },
    ]);
  });

  it('runs along their left sides where one stands above the other', () => {
    expect(innerRoute(at(0, 64), at(0, 0), 14, 50)).toEqual([
      { x: 0, y: 89 },
      { x: -7, y: 89 },
      { x: -7, y: 25 },
      { x: 0, y: 25 },
    ]);
  });

  it('passes below machines that stand between them', () => {
    expect(innerRoute(at(228, 0), at(0, 0), 14, 50).map(({ y }) => y)).toEqual([25, 25, 57, 57, 25, 25]);
  });
});
