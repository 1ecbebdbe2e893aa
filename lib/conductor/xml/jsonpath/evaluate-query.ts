import { isObject, type Json } from '@/lib/model/json';
import { getOwn } from '../own-keys';
import { isTruthy, toText } from '../python-values';
import { type Bindings, evaluateFilter, fillText } from './evaluate-filter';
import type { Query, QueryStep, Selector } from './syntax';

/** A place in a document, as keys and indexes from where the query started. */
export type Path = readonly (string | number)[];

export interface Match {
  path: Path;
  value: Json;
}

/**
 * Everything a query selects below `root`, in document order; `..` tells parents before children.
 * `visit` is told how many values are about to be looked at, so that a caller can bound the work.
 */
export function evaluateQuery(query: Query, root: Json, bindings: Bindings, visit: (values: number) => void): Match[] {
  // nothing at all is not the same as "$"
  let matches: Match[] = query.rooted || query.steps.length > 0 ? [{ path: [], value: root }] : [];
  for (const step of query.steps) {
    const next: Match[] = [];
    for (const match of matches) {
      visit(width(match.value));
      for (const found of follow(step, match, bindings)) {
        if (step.kind === 'descend') visit(1);
        next.push(found);
      }
    }
    matches = next;
  }
  return matches;
}

/**
 * What a rule's `match` selects, relative to the current object. The original put the object into a list
 * of one, so that `$[*]` and `$[?(…)]` speak of the object itself, while `$.name` and `$..name` step
 * into it. `$` alone is the object.
 */
export function evaluateMatch(
  query: Query,
  current: Json,
  bindings: Bindings,
  visit: (values: number) => void,
): Match[] {
  if (query.steps.length === 0) return [{ path: [], value: current }];
  const steps: QueryStep[] = query.dotted ? [{ kind: 'all' }, ...query.steps] : query.steps;
  return evaluateQuery({ ...query, steps }, [current], bindings, visit)
    .filter(({ path }) => path.length > 0)
    .map(({ path, value }) => ({ path: path.slice(1), value }));
}

function width(value: Json): number {
  if (Array.isArray(value)) return 1 + value.length;
  return isObject(value) ? 1 + Object.keys(value).length : 1;
}

function* follow(step: QueryStep, { path, value }: Match, bindings: Bindings): Generator<Match> {
  switch (step.kind) {
    case 'all':
      yield* children(value, path);
      return;
    case 'descend':
      yield* descend(value, path);
      return;
    case 'filter':
      for (const child of children(value, path)) {
        if (isTruthy(evaluateFilter(step.filter, child.value, bindings))) yield child;
      }
      return;
    case 'computed':
      yield* named(toText(evaluateFilter(step.key, value, bindings)), value, path);
      return;
    case 'select':
      for (const selector of step.selectors) yield* select(selector, value, path, bindings);
  }
}

function* children(value: Json, path: Path): Generator<Match> {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield { path: [...path, index], value: inner };
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) yield { path: [...path, key], value: inner };
  }
}

function* descend(value: Json, path: Path): Generator<Match> {
  yield { path, value };
  for (const child of children(value, path)) yield* descend(child.value, child.path);
}

function* select(selector: Selector, value: Json, path: Path, bindings: Bindings): Generator<Match> {
  if (selector.kind === 'name') {
    yield* named(fillText(selector.name, bindings), value, path);
    return;
  }
  if (!Array.isArray(value)) return;
  const { from, to, step } = selector;
  const clamp = (index: number) => Math.min(value.length, Math.max(0, index < 0 ? index + value.length : index));
  const end = clamp(to ?? value.length);
  for (let index = clamp(from ?? 0); step > 0 ? index < end : index > end; index += step) {
    const inner = value[index];
    if (inner !== undefined) yield { path: [...path, index], value: inner };
  }
}

function* named(name: string, value: Json, path: Path): Generator<Match> {
  if (Array.isArray(value)) {
    const index = /^\d+$/.test(name) ? Number(name) : -1;
    const inner = value[index];
    if (inner !== undefined) yield { path: [...path, index], value: inner };
  } else if (isObject(value)) {
    const inner = getOwn(value, name);
    if (inner !== undefined) yield { path: [...path, name], value: inner };
  }
}
