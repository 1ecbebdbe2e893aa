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
  /** takes the whole body if all of it has come; null: it is still on its way, and nothing is taken */
  takeArrived?(): Uint8Array | null;
  /** lets the body take longer to arrive than others may, in milliseconds; not there where nobody limits it */
  extendArrival?(ms: number): void;
}

/** A response that is known whole: a status, headers by lower-case names, and text or nothing. */
export interface PlainResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}
