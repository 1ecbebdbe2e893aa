import 'server-only';
import { randomUUID } from 'node:crypto';
import { getContainer } from '@/lib/container';
import type { Container } from '@/lib/container/container';
import type { VetroError } from '@/lib/errors';
import { type Log, withLogContext } from '@/lib/logging';
import type { Actor } from '@/lib/model/actor';
import { authorize } from './authorize';
import { errorResponse } from './error-response';
import { readHeaders, readParams, readQuery } from './input';
import { isMuranoClient } from './murano-dialect';
import type { Access, Operation, OperationShape } from './operation';
import { asVetroError } from './problem';
import { type ApiRequest, type PlainResponse, type RouteHandler, routeHandler } from './request';
import { toResponse } from './response';

export { operation } from './operation';

/** What a handler gets: the checked input, who asks, and the parts of the process. */
export interface Call<R extends Access, P, Q, H, B> {
  actor: R extends 'anyone' ? null : Actor;
  params: P;
  query: Q;
  headers: H;
  body: B;
  request: ApiRequest;
  container: Container;
  log: Log;
  requestId: string;
}

/**
 * Makes the route handler of an operation: finds the actor and checks the role, checks the input, runs
 * the handler, and presents its result as JSON (or its Response as it is). Errors become problem
 * documents here and nowhere else. Every response names its request in `X-Request-Id`.
 *
 * @param run returns the response's value, nothing for an empty response, or a Response
 */
export function serve<R extends Access, P, Q, H, B, A>(
  operation: Operation<R, P, Q, H, B, A>,
  run: (call: Call<R, P, Q, H, B>) => Promise<A | Response> | A | Response,
): RouteHandler {
  return routeHandler(async (request, params) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request);
    const container = await getContainer();
    const { log } = container;
    return withLogContext({ requestId }, async () => {
      let actor: Actor | null = null;
      let response: PlainResponse | Response;
      let failure: VetroError | null = null;
      const work = async (): Promise<PlainResponse | Response> => {
        actor = await authorize(operation.role, request, container);
        const call = {
          actor: actor as Call<R, P, Q, H, B>['actor'],
          params: (operation.params ? readParams(await params(), operation.params) : undefined) as P,
          query: (operation.query ? readQuery(new URL(request.url).searchParams, operation.query) : undefined) as Q,
          headers: (operation.headers ? readHeaders(request.headers, operation.headers) : undefined) as H,
          request,
          container,
          log,
          requestId,
        };
        const strict = container.config.mode !== 'production';
        const handle = async (body: B) => toResponse(operation, await run({ ...call, body }), strict);
        return operation.body ? operation.body.receive(request, handle) : handle(undefined as B);
      };
      try {
        if (operation.role !== 'anyone') container.database.refuseWhileDown();
        // Probes tell of a database that is away; everything else is over without it.
        response = await (operation.tag === 'probes' ? work() : container.database.during(work));
      } catch (error) {
        if (isNextSignal(error)) throw error;
        failure = asVetroError(error);
        response = presentError(operation, request, failure, requestId, actor, container);
      }
      if (response instanceof Response) response.headers.set('x-request-id', requestId);
      else response.headers['x-request-id'] = requestId;
      const durationMs = performance.now() - startedAt;
      container.metrics.request(operation.id, operation.method, response.status, durationMs);
      logCall(log, operation, response.status, durationMs, actor, failure);
      return response;
    });
  });
}

function presentError(
  operation: OperationShape,
  request: ApiRequest,
  error: VetroError,
  requestId: string,
  actor: Actor | null,
  container: Container,
): PlainResponse {
  const response = errorResponse(
    error,
    operation.style ?? (isMuranoClient(request.headers) ? 'keystone' : 'problem'),
    requestId,
    actor,
  );
  if (response.status === 401)
    response.headers['www-authenticate'] = `Keystone uri="${container.config.baseUrl}/identity"`;
  return response;
}

function logCall(
  log: Log,
  operation: OperationShape,
  status: number,
  durationMs: number,
  actor: Actor | null,
  failure: VetroError | null,
): void {
  const line = {
    operation: operation.id,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(actor ? { tenant: actor.tenantId, user: actor.userId } : {}),
    ...(failure ? { code: failure.code } : {}),
  };
  if (failure?.kind === 'unavailable') log.warn({ ...line, err: failure.cause }, 'request failed');
  else if (status >= 500)
    log.error({ ...line, err: failure?.cause ?? failure, details: failure?.details }, 'request failed');
  // Probes come every few seconds and say nothing.
  else if (operation.tag === 'probes') log.debug(line, 'request');
  else log.info(line, 'request');
}

/** A caller may name its request itself, so that its log and ours meet. */
function requestIdOf(request: ApiRequest): string {
  const given = request.headers.get('x-request-id');
  return given && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID();
}

/** Next throws values of its own to leave static rendering; they are not errors of ours. */
function isNextSignal(error: unknown): boolean {
  const digest = (error as { digest?: unknown } | null)?.digest;
  return typeof digest === 'string' && /^(NEXT_|DYNAMIC_SERVER_USAGE)/.test(digest);
}
