import { fitPadding } from './canvas-controls';

/** On a wall a few machines are drawn so many times as large. */
export const ON_WALL = 3;
/** So much larger everything is drawn before an audience, where there is room. */
const PRESENTED = 1.25;
const WALL_PADDING = { top: 12, bottom: 12, left: 12, right: 12 };

/** For whom a canvas is drawn, and so how large. */
export interface CanvasScale {
  wall: boolean;
  /** how many times as large as usual it may become when everything is fitted in */
  largest: number;
}

export function canvasScale(wall: boolean, presenting: boolean): CanvasScale {
  return { wall, largest: wall ? ON_WALL : presenting ? PRESENTED : 1 };
}

/** Room kept free at the edges of a canvas of this size when everything is fitted in, in pixels: on a wall there are no controls. */
export function edgePadding(
  width: number,
  height: number,
  { wall, largest }: CanvasScale,
): ReturnType<typeof fitPadding> {
  return wall ? WALL_PADDING : fitPadding(width, height, largest);
}
