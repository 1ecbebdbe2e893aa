import { describe, expect, it } from 'vitest';
import { freePart, shiftInto } from './reveal';

const frame = { x: 240, y: 200, width: 1180, height: 560 };
const screen = { width: 1440, height: 900 };
const bars = { top: 12, bottom: 70 };

describe('what is selected stays in sight', () => {
  it('beside a panel at the right, above the bar at the bottom', () => {
    const free = freePart(frame, { side: 'right', size: 416 }, screen, bars);
    expect(free).toEqual({ x: 240, y: 200, width: 784, height: 560 });
    expect(shiftInto({ x: 1100, y: 300, width: 200, height: 100 }, free)).toEqual({ x: -300, y: 0 });
  });

  it('above a panel at the bottom of a phone', () => {
    const free = freePart({ x: 16, y: 90, width: 358, height: 520 }, { side: 'bottom', size: 464 }, phone, {
      top: 68,
      bottom: 0,
    });
    expect(free).toEqual({ x: 16, y: 90, width: 358, height: 290 });
    const by = shiftInto({ x: 40, y: 500, width: 200, height: 120 }, free);
    expect(500 + by.y + 120).toBeLessThanOrEqual(380);
  });

  it('is not moved where it lies free, and shown from its beginning where it is larger than the room', () => {
    const free = { x: 0, y: 0, width: 100, height: 100 };
    expect(shiftInto({ x: 30, y: 30, width: 20, height: 20 }, free)).toEqual({ x: 0, y: 0 });
    expect(shiftInto({ x: -50, y: 10, width: 300, height: 20 }, free).x).toBe(50);
  });

  it('keeps what room there is, even when nearly all is covered', () => {
    const free = freePart(frame, { side: 'right', size: 2000 }, screen, bars);
    expect(free.width).toBe(0);
    expect(Number.isFinite(shiftInto({ x: 500, y: 300, width: 20, height: 20 }, free).x)).toBe(true);
  });
});

const phone = { width: 390, height: 844 };
