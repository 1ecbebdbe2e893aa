import type { AnyEndpoint, PathParams } from './endpoint';

/** What there is at an address. */
export interface Address {
  /** by method */
  endpoints: ReadonlyMap<string, AnyEndpoint>;
  /** the methods it takes, as `Allow` lists them: with HEAD, where there is GET, and OPTIONS */
  allow: readonly string[];
}

/** A matched address, and what its path says. */
export interface Match {
  address: Address;
  params: PathParams;
}

/** Finds what there is at a path; null: nothing, or the path is not properly encoded. */
export type Router = (path: string) => Match | null;

interface Node {
  fixed: Map<string, Node>;
  /** what a part that is no fixed name is a parameter of */
  parameter: Node | null;
  /** the address of this path, with the names of its parameters in their order */
  here: RouteMatch | null;
  /** the address of this path and whatever follows it */
  rest: RouteMatch | null;
}
interface RouteMatch {
  address: Address;
  names: string[];
}

/**
 * Makes the router of endpoints. Fixed names go before parameters, parameters before the rest of a path; several
 * slashes count as one, and none counts at the end.
 *
 * @throws Error for two endpoints with the same method and path
 */
export function createRouter(endpoints: readonly AnyEndpoint[]): Router {
  const root = newNode();
  for (const endpoint of endpoints) add(root, endpoint);
  return (path) => {
    let parts: string[];
    try {
      parts = partsOf(path).map((part) => (part.includes('%') ? decodeURIComponent(part) : part));
    } catch {
      return null;
    }
    return find(root, parts, 0, []);
  };
}

function find(node: Node, parts: string[], at: number, values: string[]): Match | null {
  const part = parts[at];
  if (part === undefined) {
    if (node.here) return matchOf(node.here, values);
  } else {
    const fixed = node.fixed.get(part);
    const below =
      (fixed && find(fixed, parts, at + 1, values)) ??
      (node.parameter && find(node.parameter, parts, at + 1, [...values, part]));
    if (below) return below;
  }
  return node.rest && matchOf(node.rest, values, parts.slice(at));
}

function matchOf({ address, names }: RouteMatch, values: string[], rest?: string[]): Match {
  const params: PathParams = {};
  for (const [at, name] of names.entries()) params[name] = values[at] ?? rest ?? [];
  return { address, params };
}

function add(root: Node, endpoint: AnyEndpoint): void {
  const names: string[] = [];
  let node = root;
  for (const part of partsOf(endpoint.path)) {
    const name = /^\{(\w+)(\*?)\}$/.exec(part);
    if (name?.[1] === undefined) {
      const next: Node = node.fixed.get(part) ?? newNode();
      node.fixed.set(part, next);
      node = next;
      continue;
    }
    names.push(name[1]);
    if (name[2] === '*') {
      node.rest = withEndpoint(node.rest, endpoint, names);
      return;
    }
    node.parameter ??= newNode();
    node = node.parameter;
  }
  node.here = withEndpoint(node.here, endpoint, names);
}

function withEndpoint(found: RouteMatch | null, endpoint: AnyEndpoint, names: string[]): RouteMatch {
  const known = found?.address.endpoints ?? new Map<string, AnyEndpoint>();
  const { method, path } = endpoint;
  if (known.has(method)) throw new Error(`there are two endpoints for ${method} ${path}`);
  if (found && found.names.join() !== names.join())
    throw new Error(`parameters of ${path} are elsewhere named ${found.names.join()}`);
  const endpoints = new Map([...known, [method, endpoint]]);
  const allow = [...endpoints.keys(), ...(endpoints.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return { address: { endpoints, allow }, names };
}

function newNode(): Node {
  return { fixed: new Map(), parameter: null, here: null, rest: null };
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
