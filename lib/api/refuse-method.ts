import 'server-only';
import { errors, type VetroError } from '@/lib/errors';
import { errorResponseAt } from './error-response';
import { operations } from './operations';
import { routeHandler } from './request';
import { SAFE_HEADERS } from './response';

/**
 * The handler for every method an address does not take: 405 with `Allow`. Route files export it under the
 * names of those methods, because Next's own refusal says neither why nor what would be right.
 */
export const refuseMethod = routeHandler(async (request) => {
  const { pathname } = new URL(request.url);
  const allowed = allowedAt(pathname);
  const refusal = errorResponseAt(pathname, request.headers, methodNotAllowed(allowed, request.method));
  return { ...refusal, headers: { ...refusal.headers, allow: allowed.join(', ') } };
});

/**
 * The handler for OPTIONS. Next's own would list every method a route file exports, those that are only there to be
 * refused too.
 */
export const tellMethods = routeHandler(async (request) => {
  const allow = allowedAt(new URL(request.url).pathname).join(', ');
  return { status: 204, headers: { ...SAFE_HEADERS, allow }, body: null };
});

/** That an address does not take a method, and which it does. */
export function methodNotAllowed(allowed: string[], method: string): VetroError {
  return errors.invalidInput(`This address takes ${allowed.join(', ')}, not ${method}.`, [], {
    code: 'method_not_allowed',
  });
}

/** The methods that operations declare for a path, with what Next adds by itself. */
function allowedAt(pathname: string): string[] {
  // The dispatcher takes several slashes for one.
  const address = pathname.replace(/\/{2,}/g, '/');
  const found = operations.filter(({ path }) => matches(path, address));
  // an address of its own is not also one below a tree
  const own = found.filter(({ path }) => !path.endsWith('/{path}'));
  const methods = (own.length > 0 ? own : found).map(({ method }) => method as string);
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
}

/** A last parameter that stands for the rest of the path is written `{path}`; any other is one segment. */
function matches(template: string, pathname: string): boolean {
  const pattern = template
    .split('/')
    .map((part) =>
      part === '{path}' ? '.+' : /^\{\w+\}$/.test(part) ? '[^/]+' : part.replace(/[.+*?^$()[\]|\\]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${pattern}/?$`).test(pathname);
}
