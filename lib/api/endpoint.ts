import { z } from 'zod';
import type { Container } from '@/lib/container/container';
import type { Log } from '@/lib/logging';
import type { Actor, Role } from '@/lib/model/actor';
import type { IdentifiedAgent } from '@/lib/ports/cloud/server-pool';
import { jsonBody } from './bodies/json-body';
import type { RequestBody } from './bodies/request-body';
import { readHeaders, readParams, readQuery } from './input';
import type { ApiRequest } from './request';

/**
 * Who may call: anyone at all, an agent that shows its credential, whoever is signed in with at least a role in the
 * tenant, or who administers the whole installation (docs/decisions/0007). It is decided before anything of the body is
 * read (`respond.ts`): the least that any call of the endpoint needs, so that what a body asks for can only need more.
 */
export type Access = UserAccess | 'agent';
/** The same of calls that no agent makes. */
export type UserAccess = 'anyone' | Role | 'system';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** What the path of a request says, by name; the rest of a path is a list of its parts. */
export type PathParams = Record<string, string | string[]>;

/** What a handler gets, whatever it handles. */
interface CallBase {
  request: ApiRequest;
  container: Container;
  log: Log;
  requestId: string;
}

/** A call whose input has not been checked yet; who calls is known, and may. */
export interface UncheckedCall extends CallBase {
  actor: Actor | null;
  agent: IdentifiedAgent | null;
  params: PathParams;
}

/** What a handler gets: the checked input, who asks, and the parts of the process. */
export interface Call<R extends Access, P, Q, H, B> extends CallBase {
  actor: R extends 'anyone' | 'agent' ? null : Actor;
  agent: R extends 'agent' ? IdentifiedAgent : null;
  params: P;
  query: Q;
  headers: H;
  body: B;
}

/** An endpoint as everybody knows it who does not call it with types: router, wrapper, description of the API. */
export interface AnyEndpoint {
  /** unique, camelCase: the operationId of the API's description */
  id: string;
  method: Method;
  /** with parameters in braces: `/v1/environments/{environmentId}`; a last one `{path*}` stands for the rest */
  path: string;
  /** one line: what the caller gets done */
  summary: string;
  description?: string;
  tag: string;
  role: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: RequestBody<unknown>;
  /** null: an empty body */
  response: z.ZodType | null;
  /** status of success; 200 as Murano answered to everything */
  success?: number;
  /** content types the response may have instead of, or besides, JSON */
  produces?: string[];
  /** statuses of documented errors */
  errors: number[];
  /** whose error format: ours (problem documents) or Keystone's */
  style?: 'problem' | 'keystone';
  /**
   * destroys or reveals: somebody who comes by a sign-in to the dashboard must have proven lately who they are. Tokens are
   * not asked: behind them is nobody who could answer.
   */
  stepUp?: true;
  /**
   * takes much processor time: reads documents or files of anybody's, or has programs, packages or policies carried out while
   * somebody waits. Refused before its body is read while the event loop lags, and to callers who have used up their
   * processor time. Not what begins, stops, repairs or removes, nor what agents do.
   */
  expensive?: true;
  /** may be called in a rehearsal, though it is no read: it belongs to playing one */
  rehearsed?: boolean;
  /** opened by people in a browser, as a page is: the server treats it as one, and the description leaves it out */
  page?: boolean;
  /**
   * Checks the input of a call and handles it.
   *
   * @returns the value of the response, undefined for an empty one, or a Response
   */
  run(call: UncheckedCall): Promise<unknown>;
}

/** An endpoint with the types that its clients see; `S` is what they send as its body. */
export interface Endpoint<M extends Method, Path extends string, P, Q, S, A> extends AnyEndpoint {
  method: M;
  path: Path;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: RequestBody<unknown, S>;
  response: z.ZodType<A> | null;
}

/** What is written of an endpoint. Schemas that are left out give `undefined`. */
interface EndpointSpec<M extends Method, Path extends string, R extends Access, P, Q, H, B, S, A>
  extends Omit<AnyEndpoint, 'method' | 'path' | 'role' | 'params' | 'query' | 'headers' | 'body' | 'response' | 'run'> {
  method: M;
  path: Path;
  role: R;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  headers?: z.ZodType<H>;
  /** a schema of JSON (`jsonBody`), or another kind of body */
  body?: z.ZodType<B, S> | RequestBody<B, S>;
  response: z.ZodType<A> | null;
  handle(call: Call<R, P, Q, H, B>): Promise<NoInfer<A> | Response> | NoInfer<A> | Response;
}

/**
 * Declares an endpoint of the HTTP API: everything there is to say of it, and what it does. The router, the check of
 * its input, the description of the API and the types of its clients are made from that.
 *
 * @throws Error when path parameters and the `params` schema differ, or what is expensive is open to anyone or agents
 */
export function endpoint<
  const M extends Method,
  const Path extends string,
  const R extends Access,
  P = undefined,
  Q = undefined,
  H = undefined,
  B = undefined,
  S = undefined,
  A = void,
>({ handle, ...spec }: EndpointSpec<M, Path, R, P, Q, H, B, S, A>): Endpoint<M, Path, P, Q, S, A> {
  const inPath = [...spec.path.matchAll(/\{(\w+)\*?\}/g)].map((match) => match[1]);
  const declared = spec.params instanceof z.ZodObject ? Object.keys(spec.params.shape) : [];
  if (inPath.slice().sort().join() !== declared.slice().sort().join())
    throw new Error(`endpoint ${spec.id}: the path names {${inPath}}, its schema {${declared}}`);
  if (spec.expensive && (spec.role === 'anyone' || spec.role === 'agent'))
    throw new Error(`endpoint ${spec.id}: nobody has a budget for what is expensive`);
  const { params, query, headers } = spec;
  const body = spec.body instanceof z.ZodType ? jsonBody(spec.body) : spec.body;
  return {
    ...spec,
    body,
    run: async (unchecked) => {
      const { request } = unchecked;
      const call = {
        ...unchecked,
        actor: unchecked.actor as Call<R, P, Q, H, B>['actor'],
        agent: unchecked.agent as Call<R, P, Q, H, B>['agent'],
        params: (params ? readParams(unchecked.params, params) : undefined) as P,
        query: (query ? readQuery(queryOf(request.url), query) : undefined) as Q,
        headers: (headers ? readHeaders(request.headers, headers) : undefined) as H,
      };
      return body
        ? body.receive(request, async (received) => handle({ ...call, body: received }))
        : handle({ ...call, body: undefined as B });
    },
  };
}

/** The query of an address. Taking the whole address apart costs more than all else that is done with most queries. */
function queryOf(url: string): URLSearchParams {
  const [address = ''] = url.split('#', 1);
  const at = address.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : address.slice(at + 1));
}
