/** A duration for those who like things to move, 0 for those who asked for less motion. In milliseconds. */
export function motionMs(ms: number): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
}
