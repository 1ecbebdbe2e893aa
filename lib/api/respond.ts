import 'server-only';
import { randomUUID } from 'node:crypto';
import { requireRecentProof } from '@/lib/auth/prove-again';
import type { Config } from '@/lib/config/env';
import { getContainer } from '@/lib/container';
import type { Container } from '@/lib/container/container';
import { actorIn } from '@/lib/environments/rehearsals/actor-in';
import type { VetroError } from '@/lib/errors';
import { type Log, withLogContext } from '@/lib/logging';
import type { Actor } from '@/lib/model/actor';
import { jsonInLanguage } from '@/lib/model/policies/every-language';
import { refuseWhileLagging } from '@/lib/threads/loop-lag';
import { methodNotAllowed } from './address-errors';
import { requireAgent } from './agent-access';
import { authorize } from './authorize';
import type { AnyEndpoint, PathParams, UncheckedCall } from './endpoint';
import { errorResponse, errorResponseAt } from './error-response';
import { isMuranoClient } from './murano-dialect';
import { ownSignInId } from './own-sign-in';
import { asVetroError } from './problem';
import { languageOfCall } from './reader-language';
import type { ApiRequest, PlainResponse } from './request';
import { SAFE_HEADERS, toResponse } from './response';
import type { Match } from './router';

/**
 * Answers a request whose address is known: by the endpoint of its method, with `Allow` to OPTIONS, or else with 405.
 */
export async function respondAt({ address, params }: Match, request: ApiRequest): Promise<PlainResponse | Response> {
  const { method } = request;
  const endpoint = address.endpoints.get(method === 'HEAD' ? 'GET' : method);
  if (endpoint) return respondTo(endpoint, request, params);
  const allow = address.allow.join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { ...SAFE_HEADERS, allow }, body: null };
  const { pathname } = new URL(request.url);
  const refusal = errorResponseAt(pathname, request.headers, methodNotAllowed(address.allow, method));
  return { ...refusal, headers: { ...refusal.headers, allow } };
}

/**
 * Answers a request to an endpoint, unless it is expensive and the event loop lags: finds the actor, checks the role and, where
 * the endpoint wants that, how old the proof is of who they are, then runs the endpoint, which is what reads the body:
 * nobody makes the server read what they may not send. It presents the result as
 * JSON (or its Response as it is), with what policies say in the language of the reader. Errors become problem documents
 * here and nowhere else. Every response names its request in `X-Request-Id`.
 */
export async function respondTo(
  endpoint: AnyEndpoint,
  request: ApiRequest,
  params: PathParams,
): Promise<PlainResponse | Response> {
  const startedAt = performance.now();
  const requestId = requestIdOf(request);
  const container = await getContainer();
  const { log } = container;
  return withLogContext({ requestId }, async () => {
    let actor: Actor | null = null;
    let response: PlainResponse | Response;
    let failure: VetroError | null = null;
    const work = async (): Promise<PlainResponse | Response> => {
      if (endpoint.expensive) refuseWhileLagging(container.loopLag, container.config.maxLagMs);
      const agent = endpoint.role === 'agent' ? await requireAgent(request, container) : null;
      if (endpoint.role !== 'agent') actor = await authorize(endpoint.role, request, container);
      if (endpoint.stepUp && actor) await requireStepUp(actor, request, container);
      const environmentId = environmentIn(params, request.url);
      if (actor && environmentId !== null) {
        const changes = endpoint.method !== 'GET' && endpoint.rehearsed !== true;
        actor = await actorIn(container.db, actor, environmentId, changes);
      }
      const call: UncheckedCall = { actor, agent, params, request, container, log, requestId };
      const result = await (endpoint.expensive && actor
        ? container.callerBudgets.run(actor.userId, () => endpoint.run(call))
        : endpoint.run(call));
      return toResponse(endpoint, result, container.config.mode !== 'production');
    };
    try {
      if (endpoint.role !== 'anyone') container.database.refuseWhileDown();
      // Probes tell of a database that is away; everything else is over without it.
      response = await (endpoint.tag === 'probes' ? work() : container.database.during(work));
    } catch (error) {
      failure = asVetroError(error);
      response = responseTo(endpoint, request, failure, requestId, actor, container);
    }
    if (response instanceof Response) response.headers.set('x-request-id', requestId);
    else {
      response.headers['x-request-id'] = requestId;
      if (response.body !== null) response.body = jsonInLanguage(response.body, languageOfCall(request.headers));
    }
    const durationMs = performance.now() - startedAt;
    container.metrics.request(endpoint.id, endpoint.method, response.status, durationMs);
    logCall(log, endpoint, response.status, durationMs, actor, failure);
    return response;
  });
}

/** @throws forbidden `step_up_required` when whoever is signed in has not proven lately who they are */
async function requireStepUp(actor: Actor, request: ApiRequest, container: Container): Promise<void> {
  const { config } = container;
  const signInId = await ownSignInId(actor, request, config.sessionSecret);
  if (signInId !== null) await requireRecentProof(container, signInId, config.stepUpSeconds);
}

/** The environment that a call is about: of its path, or what it asks the catalog for; null: none. */
function environmentIn(params: PathParams, url: string): string | null {
  if (typeof params.environmentId === 'string') return params.environmentId;
  return url.includes('environment=') ? new URL(url).searchParams.get('environment') : null;
}

function responseTo(
  endpoint: AnyEndpoint,
  request: ApiRequest,
  error: VetroError,
  requestId: string,
  actor: Actor | null,
  container: Container,
): PlainResponse {
  const format = endpoint.style ?? (isMuranoClient(request.headers) ? 'keystone' : 'problem');
  const response = errorResponse(error, format, requestId, actor);
  if (response.status === 401)
    response.headers['www-authenticate'] = `Keystone uri="${identityAddress(container.config)}"`;
  return response;
}

/** Where a token is to be had. */
function identityAddress({ baseUrl, openStack }: Pick<Config, 'baseUrl' | 'openStack'>): string {
  return openStack?.identity ? openStack.authUrl.replace(/\/v3$/, '') : `${baseUrl}/identity`;
}

function logCall(
  log: Log,
  endpoint: AnyEndpoint,
  status: number,
  durationMs: number,
  actor: Actor | null,
  failure: VetroError | null,
): void {
  const line = {
    operation: endpoint.id,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(actor ? { tenant: actor.tenantId, user: actor.userId } : {}),
    ...(failure ? { code: failure.code } : {}),
  };
  if (failure?.kind === 'unavailable') log.warn({ ...line, err: failure.cause }, 'request failed');
  else if (status >= 500)
    log.error({ ...line, err: failure?.cause ?? failure, details: failure?.details }, 'request failed');
  // Probes come every few seconds and say nothing.
  else if (endpoint.tag === 'probes') log.debug(line, 'request');
  else log.info(line, 'request');
}

/** A caller may name its request itself, so that its log and ours meet. */
function requestIdOf(request: ApiRequest): string {
  const given = request.headers.get('x-request-id');
  return given && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID();
}
