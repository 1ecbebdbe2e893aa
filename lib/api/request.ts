/**
 * What the API reads of a request: a `Request` of the platform is one, and so is what the dispatcher makes of a message of
 * Node's own HTTP server, at a fraction of the work.
 */
export interface ApiRequest {
  readonly method: string;
  /** absolute */
  readonly url: string;
  readonly headers: Pick<Headers, 'get'>;
  /** aborted when the client goes away */
  readonly signal: AbortSignal;
  /** the bytes of the body as they come; null: there is none */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** lets the body take longer to arrive than others may, in milliseconds; not there where nobody limits it */
  extendArrival?(ms: number): void;
}

/** A response that is known whole: a status, headers by lower-case names, and text or nothing. */
export interface PlainResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export type PathParams = Record<string, string | string[] | undefined>;

/** Answers a request whose address has been matched already. */
export type DirectHandler = (
  request: ApiRequest,
  params: () => PathParams | Promise<PathParams>,
) => Promise<PlainResponse | Response>;

/** What Next hands to a route handler besides the request. */
export interface RouteContext {
  params: Promise<PathParams>;
}

/** A route handler as Next calls it; the dispatcher calls the same by its shorter way. */
export interface RouteHandler {
  (request: Request, context: RouteContext): Promise<Response>;
  direct: DirectHandler;
}

/** Makes what a route file exports. */
export function routeHandler(direct: DirectHandler): RouteHandler {
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const response = await direct(request, () => context.params);
    return response instanceof Response ? response : new Response(response.body, response);
  };
  return Object.assign(handler, { direct });
}
