import { describe, expect, it } from 'vitest';
import { isInSight } from './in-sight';

const FRAME = { width: 400, height: 200 };
const BOX = { x: 10, y: 20, width: 800, height: 300 };

describe('a drawing is in sight', () => {
  it.each([
    ['as a whole, fitted in', { x: 0, y: 0, zoom: 0.45 }, true],
    ['as a whole, with its edges on those of the frame', { x: -5, y: -10, zoom: 0.5 }, true],
    ['in part, at a zoom that does not leave room for it', { x: 0, y: 0, zoom: 1 }, false],
    ['in part, pushed out to the left', { x: -100, y: 0, zoom: 0.45 }, false],
    ['in part, pushed out above', { x: 0, y: -40, zoom: 0.45 }, false],
  ])('%s', (_how, view, whole) => {
    expect(isInSight(BOX, view, FRAME)).toBe(whole);
  });
});
