import { groupOf, isBroken } from '@/lib/model/environment-attention';
import type { EnvironmentPage, EnvironmentSummary, ListedEnvironmentView } from '@/lib/model/views';

/** What an event says of an environment: what lists show of it from now on, or that it is gone. */
export interface EnvironmentUpdate {
  id: string;
  /** null when it is gone */
  shown: ListedEnvironmentView | null;
}

/** Lists cannot tell by themselves what comes after what they hold: then the server is asked. */
export type Patched<T> = T | 'ask';

/**
 * Pages of a list of environments with what is new of one of them: in its place, where it belongs now, or taken out.
 * CacheUpdater that are older than what a page holds change nothing; when nothing changes the pages are returned themselves.
 *
 * @param query the list's own, as its address has it
 * @param edits whether whoever looks may change anything
 * @returns 'ask' when a row may come or go that only the server knows, or names have to be searched or sorted
 */
export function patchedPages(
  pages: readonly EnvironmentPage[],
  query: URLSearchParams,
  { id, shown }: EnvironmentUpdate,
  edits: boolean,
): Patched<readonly EnvironmentPage[]> {
  const rows = pages.flatMap(({ environments }) => environments);
  const known = rows.find((row) => row.id === id);
  if (known && shown && known.event_seq >= shown.event_seq) return pages;
  const [search, group, order] = ['search', 'group', 'order_by'].map((name) => query.get(name) ?? '');
  const isWanted = shown !== null && (!group || groupOf(shown, edits) === group);
  const isWhole = pages.at(-1)?.next_marker === undefined;
  if (!known) {
    if (!isWhole) return isWanted && !group && !search && isBeyond(shown, rows, order) ? pages : 'ask';
    if (!isWanted) return pages;
    return search || order === 'name' ? 'ask' : arranged(pages, placed(rows, known, shown, newestFirst(order)), 1);
  }
  if (!isWanted) return arranged(pages, without(rows, id), -1);
  if (shown.name !== known.name && (search || order === 'name')) return 'ask';
  const next = order === 'updated' ? placed(rows, known, shown, newestFirst(order)) : replaced(rows, shown);
  return arranged(pages, next, 0);
}

/** How rows are ordered, as far as what they show decides it: of one second all are equal. */
type Order = (a: ListedEnvironmentView, b: ListedEnvironmentView) => number;

/**
 * Rows, of which one is new or has changed. It stays where it is as long as nothing moves it; else it comes before all that
 * are not ahead of it: answers tell whole seconds, and of one second the newest is whatever is heard of last.
 */
function placed(
  rows: readonly ListedEnvironmentView[],
  known: ListedEnvironmentView | undefined,
  shown: ListedEnvironmentView,
  order: Order,
): ListedEnvironmentView[] {
  if (known && order(known, shown) === 0 && known.version === shown.version) return replaced(rows, shown);
  const others = without(rows, shown.id);
  const found = others.findIndex((row) => order(shown, row) <= 0);
  const at = found === -1 ? others.length : found;
  return [...others.slice(0, at), shown, ...others.slice(at)];
}

function replaced(rows: readonly ListedEnvironmentView[], shown: ListedEnvironmentView): ListedEnvironmentView[] {
  return rows.map((row) => (row.id === shown.id ? shown : row));
}

function without(rows: readonly ListedEnvironmentView[], id: string): ListedEnvironmentView[] {
  return rows.filter((row) => row.id !== id);
}

/** It comes after all that is shown, where it was before. */
function isBeyond(shown: ListedEnvironmentView, rows: readonly ListedEnvironmentView[], order: string | undefined) {
  const last = rows.at(-1);
  return last !== undefined && order !== 'name' && newestFirst(order)(last, shown) < 0;
}

function newestFirst(order: string | undefined): Order {
  const key = order === 'created' ? 'created' : 'updated';
  return (a, b) => (a[key] === b[key] ? 0 : a[key] < b[key] ? 1 : -1);
}

/** The rows on pages as before; the last one takes what is over, and each names the row that the next one follows. */
function arranged(
  pages: readonly EnvironmentPage[],
  rows: readonly ListedEnvironmentView[],
  more: number,
): EnvironmentPage[] {
  let from = 0;
  return pages.map((page, index) => {
    const to = index === pages.length - 1 ? rows.length : from + page.environments.length;
    const environments = rows.slice(from, to);
    from = to;
    const marker = page.next_marker === undefined ? undefined : (environments.at(-1)?.id ?? page.next_marker);
    return {
      ...page,
      environments,
      ...(page.count === undefined ? {} : { count: page.count + more }),
      ...(marker === undefined ? {} : { next_marker: marker }),
    };
  });
}

/** As many of each group as the summary shows. */
const SHOWN = 6;

/**
 * The summary with what is new of one environment: in its group, or moved to another one.
 *
 * @param edits whether whoever looks may change anything
 * @returns 'ask' when one that is not shown takes a place that became free, or may have been counted already
 */
export function patchedSummary(
  summary: EnvironmentSummary,
  { id, shown }: EnvironmentUpdate,
  edits: boolean,
): Patched<EnvironmentSummary> {
  const names = ['running', 'waiting', 'quiet'] as const;
  const before = names.find((name) => summary[name].environments.some((one) => one.id === id));
  const known = before && summary[before].environments.find((one) => one.id === id);
  if (known && shown && known.event_seq >= shown.event_seq) return summary;
  const hidesSome = (name: (typeof names)[number]) => summary[name].count > summary[name].environments.length;
  if (!before && names.some(hidesSome)) return 'ask';
  const after = shown && groupOf(shown, edits);
  if (before && before !== after && hidesSome(before)) return 'ask';
  const next = { ...summary };
  if (before) {
    const { count, environments } = summary[before];
    next[before] = { count: count - 1, environments: without(environments, id) };
  }
  if (shown && after) {
    const rows = summary[after].environments;
    const sorted = placed(rows, after === before ? known : undefined, shown, urgentFirst);
    // where it is last, one that is not shown may come before it
    if (after === before && hidesSome(after) && sorted.at(-1) === shown) return 'ask';
    next[after] = { count: next[after].count + 1, environments: sorted.slice(0, SHOWN) };
  }
  return next;
}

const urgentFirst: Order = (a, b) => {
  if (isBroken(a) !== isBroken(b)) return isBroken(a) ? -1 : 1;
  return newestFirst('updated')(a, b);
};
