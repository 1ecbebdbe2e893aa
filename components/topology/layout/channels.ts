import type { Box, Point } from './box';

/** Between a box and the first line beside it, and between two lines beside each other, in pixels. */
const FIRST = 12;
const NEXT = 7;
/** No line comes nearer to a box that it only passes, in pixels. */
const CLEAR = 5;
/** Beside more boxes than this there is one channel on each side: their lines can hardly be told apart anyway. */
const MANY = 80;
/** What a corner costs, as so many pixels of way. */
const CORNER = 60;
const CROSSING = 40;
/** What a pixel costs where another line lies already that ends elsewhere. */
const SHARED = 12;

interface Step {
  cost: number;
  estimate: number;
  node: number;
  /** 0: along a row, 1: along a column */
  axis: 0 | 1;
  before: Step | null;
}

/**
 * The channels in which lines run: rows and columns beside boxes and through their middles. A line is the cheapest way from
 * channel to channel that enters no box (Dijkstra with an estimate, over an orthogonal visibility grid; Wybrow, Marriott,
 * Stuckey: Orthogonal Connector Routing, 2009).
 */
export class ChannelGrid {
  private readonly xs: number[];
  private readonly ys: number[];
  /** pieces from a node to the next in its row or column that cross a box */
  private readonly closed: [Uint8Array, Uint8Array];
  /** whose lines lie on a piece already, by the target of the line; by node and axis */
  private readonly used: [Map<number, Set<string>>, Map<number, Set<string>>] = [new Map(), new Map()];

  constructor(private readonly boxes: readonly Box[]) {
    const channels = boxes.length > MANY ? [0] : [0, 1];
    const beside = (start: number, length: number) => [
      ...channels.map((channel) => start - FIRST - channel * NEXT),
      start + length / 2,
      ...channels.map((channel) => start + length + FIRST + channel * NEXT),
    ];
    this.xs = distinct(boxes.flatMap(({ x, width }) => beside(x, width)));
    this.ys = distinct(boxes.flatMap(({ y, height }) => beside(y, height)));
    const count = this.xs.length * this.ys.length;
    this.closed = [new Uint8Array(count), new Uint8Array(count)];
    for (const { x, y, width, height } of boxes)
      this.close({ x: x - CLEAR, y: y - CLEAR, width: width + 2 * CLEAR, height: height + 2 * CLEAR });
  }

  /**
   * The corners of a line from one box to another; null where no way is left.
   *
   * @param end lines with the same end may lie on each other
   */
  connect(from: Box, to: Box, end: string): Point[] | null {
    const goals = new Map(this.ports(to).map((port) => [port.node, port]));
    const starts = this.ports(from);
    const best = new Map<number, number>();
    const heap = new Heap();
    for (const { node, axis, length } of starts) {
      heap.push({ cost: length, estimate: length + this.distance(node, to), node, axis, before: null });
    }
    for (let step = heap.pop(); step; step = heap.pop()) {
      const key = step.node * 2 + step.axis;
      if ((best.get(key) ?? Infinity) <= step.cost) continue;
      best.set(key, step.cost);
      const goal = goals.get(step.node);
      if (goal && goal.axis === step.axis) return this.finish(step, from, to, end);
      for (const next of this.around(step, end)) {
        if ((best.get(next.node * 2 + next.axis) ?? Infinity) <= next.cost) continue;
        heap.push({ ...next, estimate: next.cost + this.distance(next.node, to), before: step });
      }
    }
    return null;
  }

  /** The nodes right beside the middles of a box's sides, and the axis of the line that goes on from there. */
  private ports({ x, y, width, height }: Box): { node: number; axis: 0 | 1; length: number }[] {
    const [middle, centre] = [index(this.xs, x + width / 2), index(this.ys, y + height / 2)];
    const [left, right] = [index(this.xs, x - FIRST), index(this.xs, x + width + FIRST)];
    const [above, below] = [index(this.ys, y - FIRST), index(this.ys, y + height + FIRST)];
    return [
      { node: this.at(left, centre), axis: 0 as const, length: FIRST },
      { node: this.at(right, centre), axis: 0 as const, length: FIRST },
      { node: this.at(middle, above), axis: 1 as const, length: FIRST },
      { node: this.at(middle, below), axis: 1 as const, length: FIRST },
    ].filter(({ node }) => !this.isInside(node));
  }

  private isInside(node: number): boolean {
    const { x, y } = this.pointOf(node);
    return this.boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
  }

  private around(step: Step, end: string): Omit<Step, 'estimate' | 'before'>[] {
    const [column, row] = [step.node % this.xs.length, Math.floor(step.node / this.xs.length)];
    const found: Omit<Step, 'estimate' | 'before'>[] = [];
    const go = (axis: 0 | 1, piece: number, node: number, length: number) => {
      if (this.closed[axis][piece]) return;
      const others = this.used[axis].get(piece);
      const shared = others !== undefined && (others.size > 1 || !others.has(end));
      const crossed = this.used[axis === 0 ? 1 : 0].get(node);
      const crossing = crossed !== undefined && (crossed.size > 1 || !crossed.has(end));
      const cost =
        step.cost + length * (shared ? SHARED : 1) + (axis === step.axis ? 0 : CORNER) + (crossing ? CROSSING : 0);
      found.push({ cost, node, axis });
    };
    const [x, y] = [this.xs[column] ?? 0, this.ys[row] ?? 0];
    const [left, right] = [this.xs[column - 1], this.xs[column + 1]];
    const [above, below] = [this.ys[row - 1], this.ys[row + 1]];
    if (right !== undefined) go(0, step.node, step.node + 1, right - x);
    if (left !== undefined) go(0, step.node - 1, step.node - 1, x - left);
    if (below !== undefined) go(1, step.node, step.node + this.xs.length, below - y);
    if (above !== undefined) go(1, step.node - this.xs.length, step.node - this.xs.length, y - above);
    return found;
  }

  /** Notes down where the line lies, and returns its corners, the ends at the edges of the boxes. */
  private finish(last: Step, from: Box, to: Box, end: string): Point[] {
    const nodes: number[] = [];
    for (let step: Step | null = last; step; step = step.before) nodes.unshift(step.node);
    nodes.slice(1).forEach((node, at) => {
      const before = nodes[at] ?? node;
      const axis = Math.abs(node - before) === 1 ? 0 : 1;
      const piece = Math.min(node, before);
      const users = this.used[axis].get(piece);
      if (users) users.add(end);
      else this.used[axis].set(piece, new Set([end]));
    });
    const points = nodes.map((node) => this.pointOf(node));
    const [first, final] = [points[0], points.at(-1)];
    if (!first || !final) return [];
    return corners([edgeOf(from, first), ...points, edgeOf(to, final)]);
  }

  private close({ x, y, width, height }: Box): void {
    const { xs, ys } = this;
    const [left, right] = [index(xs, x), index(xs, x + width)];
    const [above, below] = [index(ys, y), index(ys, y + height)];
    for (let j = above; j <= below; j += 1) {
      for (let i = left - 1; i <= right; i += 1) {
        const [column, row] = [xs[i], ys[j]];
        const [next] = [xs[i + 1]];
        if (column === undefined || row === undefined || next === undefined || row <= y || row >= y + height) continue;
        if (column < x + width && next > x) this.closed[0][this.at(i, j)] = 1;
      }
    }
    for (let i = left; i <= right; i += 1) {
      for (let j = above - 1; j <= below; j += 1) {
        const [column, row] = [xs[i], ys[j]];
        const [next] = [ys[j + 1]];
        if (column === undefined || row === undefined || next === undefined || column <= x || column >= x + width)
          continue;
        if (row < y + height && next > y) this.closed[1][this.at(i, j)] = 1;
      }
    }
  }

  private at(column: number, row: number): number {
    return row * this.xs.length + column;
  }

  private pointOf(node: number): Point {
    return { x: this.xs[node % this.xs.length] ?? 0, y: this.ys[Math.floor(node / this.xs.length)] ?? 0 };
  }

  /** The least way from a node to the channel around a box. */
  private distance(node: number, { x, y, width, height }: Box): number {
    const point = this.pointOf(node);
    const beyond = (at: number, start: number, length: number) =>
      Math.max(0, start - FIRST - at, at - start - length - FIRST);
    return beyond(point.x, x, width) + beyond(point.y, y, height);
  }
}

/** Where a line that comes from a point beside the middle of a side meets the box. */
function edgeOf({ x, y, width, height }: Box, { x: px, y: py }: Point): Point {
  if (px < x) return { x, y: py };
  if (px > x + width) return { x: x + width, y: py };
  return py < y ? { x: px, y } : { x: px, y: y + height };
}

/** Without the points between two that lie straight on. */
function corners(points: readonly Point[]): Point[] {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (!before || !after) return true;
    return !(before.x === point.x && point.x === after.x) && !(before.y === point.y && point.y === after.y);
  });
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function index(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A binary heap of steps, the cheapest estimate first. */
class Heap {
  private readonly steps: Step[] = [];

  push(step: Step): void {
    const { steps } = this;
    let at = steps.length;
    steps.push(step);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = steps[parent];
      if (!above || above.estimate <= step.estimate) break;
      steps[at] = above;
      at = parent;
    }
    steps[at] = step;
  }

  pop(): Step | null {
    const { steps } = this;
    const first = steps[0];
    const last = steps.pop();
    if (!first || !last) return null;
    if (steps.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = steps[2 * at + 1];
      const right = steps[2 * at + 2];
      if (!left) break;
      const [child, place] = right && right.estimate < left.estimate ? [right, 2 * at + 2] : [left, 2 * at + 1];
      if (child.estimate >= last.estimate) break;
      steps[at] = child;
      at = place;
    }
    steps[at] = last;
    return first;
  }
}
