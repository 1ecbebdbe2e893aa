'use client';
import { useState } from 'react';
import type { TimeWindow } from './positioning';

/** The window that an axis has: while a run goes on it never becomes shorter, so nothing moves without need. */
export function useSteadyWindow(window: TimeWindow, active: boolean): TimeWindow {
  const [longest, setLongest] = useState(window);
  const steady = active && longest.from === window.from && longest.to >= window.to ? longest : window;
  if (steady.from !== longest.from || steady.to !== longest.to) setLongest(steady);
  return steady;
}
