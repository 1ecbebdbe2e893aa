import { casesOf, classTest, isWordCode } from './characters';
import type { Flags, RegexNode, RegexSyntax } from './syntax';
import { fixedWidth } from './width';

/** Where the whole match and each group begin and end, in characters; undefined for a group that took no part. */
export type Match = readonly (readonly [number, number] | undefined)[];

/** What one search shares: the text, the groups so far, and who counts the work. */
interface Search {
  readonly codes: readonly number[];
  readonly spend: (steps: number) => void;
  readonly starts: (number | undefined)[];
  readonly ends: (number | undefined)[];
  steps: number;
}

/** Goes on from a place; true when the rest matched as well. */
type Next = (at: number) => boolean;
type Matcher = (search: Search, at: number, next: Next) => boolean;

/**
 * Makes a matcher of a pattern: backtracking, in Python's order, so that it finds what Python finds. Every
 * try is counted with `spend`, which stops patterns that would try for ever. An empty match at `barred`
 * does not count: the last one was just that.
 */
export function compileMatcher(
  syntax: RegexSyntax,
): (codes: readonly number[], from: number, spend: (steps: number) => void, barred: number) => Match | undefined {
  const root = compile(syntax.root);
  return (codes, from, spend, barred) => {
    const search: Search = {
      codes,
      spend,
      starts: new Array(syntax.groups + 1).fill(undefined),
      ends: new Array(syntax.groups + 1).fill(undefined),
      steps: 0,
    };
    for (let at = from; at <= codes.length; at++) {
      search.starts.fill(undefined);
      search.ends.fill(undefined);
      let end = -1;
      const found = root(search, at, (last) => {
        if (last === at && at === barred) return false;
        end = last;
        return true;
      });
      if (found) {
        spend(search.steps);
        return groupsOf(search, at, end);
      }
    }
    spend(search.steps);
    return undefined;
  };
}

function groupsOf(search: Search, start: number, end: number): Match {
  return search.starts.map((from, index) => {
    if (index === 0) return [start, end] as const;
    const to = search.ends[index];
    return from === undefined || to === undefined ? undefined : ([from, to] as const);
  });
}

function tick(search: Search): void {
  if (++search.steps < 256) return;
  search.steps = 0;
  search.spend(256);
}

function compile(node: RegexNode): Matcher {
  switch (node.kind) {
    case 'empty':
      return (_search, at, next) => next(at);
    case 'character':
    case 'any':
    case 'class': {
      const test = singleTest(node);
      return (search, at, next) => {
        tick(search);
        return at < search.codes.length && test(search.codes[at] as number) && next(at + 1);
      };
    }
    case 'sequence':
      return node.parts.map(compile).reduceRight((rest, part) => (search, at, next) => {
        return part(search, at, (to) => rest(search, to, next));
      });
    case 'choice': {
      const options = node.options.map(compile);
      return (search, at, next) => options.some((option) => option(search, at, next));
    }
    case 'group':
      return node.index === undefined ? compile(node.inner) : capture(node.index, compile(node.inner));
    case 'atomic':
      return atomic(compile(node.inner));
    case 'repeat':
      return repeat(node);
    case 'look':
      return look(node);
    case 'back':
      return back(node.index, node.flags);
    case 'conditional': {
      const yes = compile(node.yes);
      const no = compile(node.no);
      return (search, at, next) => (search.ends[node.index] === undefined ? no : yes)(search, at, next);
    }
    case 'anchor':
      return anchor(node);
  }
}

type SingleNode = Extract<RegexNode, { kind: 'character' | 'any' | 'class' }>;

function singleTest(node: SingleNode): (code: number) => boolean {
  if (node.kind === 'class') return classTest(node.set, node.flags);
  if (node.kind === 'any') return node.flags.dotAll ? () => true : (code) => code !== 10;
  const { code } = node;
  if (!node.flags.ignoreCase) return (other) => other === code;
  const cases = new Set(casesOf(code));
  return (other) => cases.has(other) || casesOf(other).some((folded) => cases.has(folded));
}

function capture(index: number, inner: Matcher): Matcher {
  return (search, at, next) => {
    const start = search.starts[index];
    const end = search.ends[index];
    const found = inner(search, at, (to) => {
      const before = [search.starts[index], search.ends[index]] as const;
      search.starts[index] = at;
      search.ends[index] = to;
      if (next(to)) return true;
      [search.starts[index], search.ends[index]] = before;
      return false;
    });
    if (!found) {
      search.starts[index] = start;
      search.ends[index] = end;
    }
    return found;
  };
}

/** Matches once and never tries another way. */
function once(inner: Matcher, search: Search, at: number): number | undefined {
  let end: number | undefined;
  const found = inner(search, at, (to) => {
    end = to;
    return true;
  });
  return found ? end : undefined;
}

function atomic(inner: Matcher): Matcher {
  return (search, at, next) => {
    const before = save(search);
    const end = once(inner, search, at);
    if (end !== undefined && next(end)) return true;
    restore(search, before);
    return false;
  };
}

function save(search: Search): readonly (number | undefined)[] {
  return [...search.starts, ...search.ends];
}

function restore(search: Search, saved: readonly (number | undefined)[]): void {
  const half = search.starts.length;
  for (let at = 0; at < half; at++) {
    search.starts[at] = saved[at];
    search.ends[at] = saved[half + at];
  }
}

function repeat(node: Extract<RegexNode, { kind: 'repeat' }>): Matcher {
  const { least, most, mode, inner } = node;
  if (inner.kind === 'character' || inner.kind === 'any' || inner.kind === 'class') {
    return repeatSingle(singleTest(inner), least, most, mode);
  }
  const matcher = compile(inner);
  if (mode === 'possessive') return atomic(repeatGroup(matcher, least, most, true));
  return repeatGroup(matcher, least, most, mode === 'greedy');
}

/** Single characters repeat in a loop: no depth, however long the text. */
function repeatSingle(
  test: (code: number) => boolean,
  least: number,
  most: number,
  mode: 'greedy' | 'lazy' | 'possessive',
): Matcher {
  return (search, at, next) => {
    const { codes } = search;
    const limit = Math.min(codes.length, at + most);
    let to = at;
    const wanted = mode === 'lazy' ? Math.min(limit, at + least) : limit;
    while (to < wanted && test(codes[to] as number)) {
      tick(search);
      to++;
    }
    if (to - at < least) return false;
    if (mode === 'possessive') return next(to);
    if (mode === 'greedy') {
      for (; to >= at + least; to--) {
        tick(search);
        if (next(to)) return true;
      }
      return false;
    }
    for (;;) {
      tick(search);
      if (next(to)) return true;
      if (to >= limit || !test(codes[to] as number)) return false;
      to++;
    }
  };
}

function repeatGroup(inner: Matcher, least: number, most: number, greedy: boolean): Matcher {
  const from = (search: Search, at: number, count: number, last: number, next: Next): boolean => {
    tick(search);
    // A round that took nothing counts, but another one there would go on for ever.
    const again = () =>
      count < most &&
      (count < least || at !== last) &&
      inner(search, at, (to) => from(search, to, count + 1, count < least ? last : at, next));
    if (count < least) return again();
    return greedy ? again() || next(at) : next(at) || again();
  };
  return (search, at, next) => from(search, at, 0, -1, next);
}

function look(node: Extract<RegexNode, { kind: 'look' }>): Matcher {
  const inner = compile(node.inner);
  const width = node.ahead ? 0 : (fixedWidth(node.inner) ?? 0);
  return (search, at, next) => {
    const before = save(search);
    const found = at - width >= 0 && once(inner, search, at - width) !== undefined;
    if (node.negated) {
      restore(search, before);
      return !found && next(at);
    }
    if (found && next(at)) return true;
    restore(search, before);
    return false;
  };
}

function back(index: number, flags: Flags): Matcher {
  return (search, at, next) => {
    const start = search.starts[index];
    const end = search.ends[index];
    if (start === undefined || end === undefined || at + end - start > search.codes.length) return false;
    for (let offset = 0; offset < end - start; offset++) {
      tick(search);
      const wanted = search.codes[start + offset] as number;
      const code = search.codes[at + offset] as number;
      if (wanted !== code && !(flags.ignoreCase && casesOf(wanted).includes(code))) return false;
    }
    return next(at + end - start);
  };
}

function anchor(node: Extract<RegexNode, { kind: 'anchor' }>): Matcher {
  const { multiLine, ascii } = node.flags;
  const holds = (codes: readonly number[], at: number): boolean => {
    const size = codes.length;
    switch (node.at) {
      case 'textStart':
        return at === 0;
      case 'textEnd':
        return at === size;
      case 'start':
        return at === 0 || (multiLine && codes[at - 1] === 10);
      case 'end':
        return at === size || (codes[at] === 10 && (multiLine || at === size - 1));
      default: {
        const before = at > 0 && isWordCode(codes[at - 1] as number, ascii);
        const after = at < size && isWordCode(codes[at] as number, ascii);
        return size === 0 ? false : (before !== after) === (node.at === 'word');
      }
    }
  };
  return (search, at, next) => holds(search.codes, at) && next(at);
}
