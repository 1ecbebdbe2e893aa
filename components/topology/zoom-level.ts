/**
 * How much of a machine can be read at a zoom: all of it; its name and state, shown larger; or only that it is
 * there and its colour.
 */
export type ZoomLevel = 'near' | 'far' | 'cells';

const NEAR = 0.5;
const FAR = 0.24;
/** So few machines are drawn as boxes at any zoom. */
const FEW_HOSTS = 60;

export function zoomLevel(zoom: number, hosts: number): ZoomLevel {
  if (zoom >= NEAR) return 'near';
  return zoom >= FAR || hosts <= FEW_HOSTS ? 'far' : 'cells';
}
