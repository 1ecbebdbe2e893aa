import type { PathParams, RouteHandler } from './request';

/** What a route file exports: handlers by method. */
export type RouteModule = Partial<Record<string, RouteHandler>>;

/** Route files by the folder they lie in below `app`, written as Next writes it: `/v1/environments/[environmentId]`. */
export type RouteTable = Record<string, () => Promise<RouteModule>>;

/** A matched address: whose it is, and what its path says. */
export interface MatchedRoute {
  load: () => Promise<RouteModule>;
  params: PathParams;
}

interface Route {
  segments: string[];
  load: () => Promise<RouteModule>;
}

/**
 * Matches paths as Next does: fixed names before parameters, parameters before the rest of the path.
 *
 * @returns finds the route of a path; null when there is none, or the path is not properly encoded
 */
export function routeMatcher(table: RouteTable): (path: string) => MatchedRoute | null {
  const routes = Object.entries(table)
    .map(([folder, load]): Route => ({ segments: segmentsOf(folder), load: once(load) }))
    .sort(specificFirst);
  return (path) => {
    let parts: string[];
    try {
      parts = segmentsOf(path).map((part) => (part.includes('%') ? decodeURIComponent(part) : part));
    } catch {
      return null;
    }
    for (const { segments, load } of routes) {
      const params = match(segments, parts);
      if (params) return { load, params };
    }
    return null;
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function once(load: Route['load']): Route['load'] {
  let loaded: Promise<RouteModule> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

function specificFirst(a: Route, b: Route): number {
  const rank = (segment: string | undefined) => (segment?.startsWith('[...') ? 2 : segment?.startsWith('[') ? 1 : 0);
  for (let at = 0; at < Math.max(a.segments.length, b.segments.length); at += 1) {
    const difference = rank(a.segments[at]) - rank(b.segments[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function match(segments: string[], parts: string[]): PathParams | null {
  const params: PathParams = {};
  for (const [at, segment] of segments.entries()) {
    if (segment.startsWith('[...')) {
      if (parts.length <= at) return null;
      params[segment.slice(4, -1)] = parts.slice(at);
      return params;
    }
    const part = parts[at];
    if (part === undefined) return null;
    if (segment.startsWith('[')) params[segment.slice(1, -1)] = part;
    else if (segment !== part) return null;
  }
  return parts.length === segments.length ? params : null;
}
