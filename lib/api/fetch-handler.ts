import 'server-only';
import { addressUnknown } from './address-errors';
import type { AnyEndpoint } from './endpoint';
import { errorResponseAt } from './error-response';
import { respondAt } from './respond';
import { createRouter } from './router';

/** The API as a function of the platform's requests; addresses that are no endpoint's are told so. */
export function fetchHandler(endpoints: readonly AnyEndpoint[]): (request: Request) => Promise<Response> {
  const find = createRouter(endpoints);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const match = find(pathname);
    const response = match
      ? await respondAt(match, request)
      : errorResponseAt(pathname, request.headers, addressUnknown());
    return response instanceof Response ? response : new Response(response.body, response);
  };
}
