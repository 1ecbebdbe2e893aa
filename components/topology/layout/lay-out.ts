import { VISITORS } from '../relation-lines';
import { type Arranged, type Arrangement, arrange } from './arrange';
import { type Box, boundsOf, DENSITIES, type Density, READABLE, SIZES, SMALLEST_TEXT, textWidth } from './box';
import type { LayoutPlan } from './plan';
import { type Route, routeLinks } from './route';

/** The room a drawing is fitted into, in pixels. */
export interface Frame {
  width: number;
  height: number;
  /** how many times as high it may become for a drawing that could not be read otherwise */
  stretch: number;
  /** requests go down, and boxes are no wider than they need to be */
  narrow: boolean;
  /** the smallest text that counts as readable, in pixels on the screen; {@link READABLE} when left out */
  readable?: number | undefined;
}

export interface Layout {
  /** a box per service, host and boundary node id, and for visitors; hosts relative to their service */
  boxes: [string, Box][];
  routes: Route[];
  density: Density;
  /** all of it */
  bounds: Box;
  /** how high a frame of the width asked for has to be, in pixels */
  height: number;
}

/** Below this zoom the smallest words of a drawing can no longer be read in a frame. */
export function readableZoom({ readable = READABLE }: Pick<Frame, 'readable'>): number {
  return readable / SMALLEST_TEXT;
}
/** With more lines than this none is drawn: they could not be followed, and the list says the same. */
const MAX_LINES = 400;
/** How much of the room across the way the tiers of a domain may take, and one service of that: what is tried. */
const ROOMS = [0.35, 0.5, 0.65, 0.8, 0.92, 1, 1.08, 1.3, 1.7, 2.3, 3.2, 4.5];
const PARTS = [1, 0.7, 0.45, 0.3];

/**
 * Lays a plan out for a frame: with as much of each machine as can be read when all of it is fitted in, in the way
 * that fills the frame best. The same plan and frame give the same layout.
 */
export function layOut(plan: LayoutPlan, frame: Frame): Layout {
  const { arranged, routes, ...chosen } = best(plan, frame);
  return {
    ...chosen,
    boxes: [
      ...arranged.boundaries,
      ...arranged.services,
      ...arranged.hosts,
      ...(arranged.visitors ? [[VISITORS, arranged.visitors] as [string, Box]] : []),
    ],
    routes,
  };
}

/** With its lines, which may run around the outermost boxes. */
function complete(plan: LayoutPlan, arranged: Arranged): Pick<Choice, 'arranged' | 'routes' | 'bounds'> {
  const names = arranged.boundaries.map(([id, box]): Box => {
    const name = plan.boundaries.find((boundary) => boundary.id === id)?.name ?? '';
    return { x: box.x + 12, y: box.y + 8, width: textWidth(name) + 72, height: 24 };
  });
  const obstacles = new Map(arranged.services);
  if (arranged.visitors) obstacles.set(VISITORS, arranged.visitors);
  const routes = plan.links.length > MAX_LINES ? [] : routeLinks(plan.links, obstacles, arranged.bounds, names);
  return { arranged, routes, bounds: withRoutes(arranged.bounds, routes) };
}

interface Choice {
  arranged: Arranged;
  routes: Route[];
  bounds: Box;
  density: Density;
  height: number;
}

/**
 * Of the ways that can be read, one with machines as full and in a frame as low as can be; else the largest, in the
 * highest frame where that comes near to it.
 */
function best(plan: LayoutPlan, frame: Frame): Choice {
  const { width, height: lowest, stretch, narrow } = frame;
  const least = readableZoom(frame);
  const most = narrow ? FULLNESS.narrow : FULLNESS.wide;
  for (const density of DENSITIES) {
    for (const times of STRETCHES.filter((one) => one <= Math.min(stretch, most[density]))) {
      const room = { width, height: lowest * times, narrow };
      if (!mayBeReadable(plan, density, room, least)) continue;
      const found = largest(plan, density, room);
      if (found.zoom < least) continue;
      const drawn = complete(plan, found.arranged);
      if (zoomOf(drawn.bounds, room) >= least) return { ...drawn, density, height: Math.round(room.height) };
    }
  }
  const high = { width, height: lowest * stretch, narrow };
  const nearly = mayBeReadable(plan, 'dense', high, least);
  const room = nearly ? high : { ...high, height: lowest };
  const { arranged } = largest(plan, 'dense', room);
  return { ...complete(plan, arranged), density: 'dense', height: Math.round(room.height) };
}

/**
 * How many times as high a frame becomes for machines to be drawn as full, before they are drawn smaller: in a wide
 * window all of a drawing is seen at once, as long as its names can be read.
 */
const FULLNESS: Record<'wide' | 'narrow', Record<Density, number>> = {
  wide: { full: 1.15, compact: 1.15, dense: Infinity },
  narrow: { full: 0, compact: Infinity, dense: Infinity },
};

/** The way to arrange a plan that fills a frame best. */
function largest(plan: LayoutPlan, density: Density, room: FrameSize): { arranged: Arranged; zoom: number } {
  let found = { arranged: arrange(plan, { ...FIRST_TRY, density }), zoom: 0 };
  for (const how of ways(plan, density, room)) {
    const arranged = arrange(plan, how);
    const zoom = zoomOf(arranged.bounds, room);
    if (zoom > found.zoom * 1.001) found = { arranged, zoom };
  }
  return found;
}

/** How much higher a frame becomes, step by step. */
const STRETCHES = [1, 1.15, 1.3, 1.5, 1.7, 1.9, 2.2, 2.4, 2.6, 3, 4, 5, 6, 8];

type Size = Pick<Box, 'width' | 'height'>;
type FrameSize = Pick<Frame, 'width' | 'height' | 'narrow'>;

/** What is tried before all others, whatever the frame is. */
const FIRST_TRY = { way: 'right', domains: 'below', providers: 'behind', across: 600, part: 1 } as const;

function ways(plan: LayoutPlan, density: Density, frame: FrameSize): Arrangement[] {
  const directions = frame.narrow ? (['down'] as const) : (['right'] as const);
  const domains = plan.boundaries.length > 0 ? (['below', 'beside'] as const) : (['below'] as const);
  const providers = plan.groups.some((group) => group.provides)
    ? (['behind', 'below'] as const)
    : (['behind'] as const);
  return directions.flatMap((way) =>
    domains.flatMap((where) =>
      providers.flatMap((place) =>
        ROOMS.flatMap((times) =>
          PARTS.map((part) => ({
            ...{ density, way, domains: where, providers: place, part },
            across: times * (way === 'right' ? frame.height : frame.width),
          })),
        ),
      ),
    ),
  );
}

/** Whether so many machines of that density could be read at all, if they stood side by side without a gap. */
function mayBeReadable({ groups }: LayoutPlan, density: Density, { width, height }: Size, least: number): boolean {
  const size = SIZES.host[density];
  const area = groups.reduce(
    (sum, { hosts }) =>
      sum + hosts.reduce((all, host) => all + size.width * (density === 'full' ? host.height : size.head), 0),
    0,
  );
  return area * least ** 2 <= width * height;
}

/** At what zoom a drawing fits into a frame. */
export function zoomOf(bounds: Size, frame: Size): number {
  if (bounds.width === 0 || bounds.height === 0) return 1;
  return Math.min(frame.width / bounds.width, frame.height / bounds.height);
}

/** Lines may run around the outermost boxes. */
function withRoutes(bounds: Box, routes: readonly Route[]): Box {
  const points = routes.flatMap((route) => route.points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })));
  return boundsOf([bounds, ...points]) ?? bounds;
}
