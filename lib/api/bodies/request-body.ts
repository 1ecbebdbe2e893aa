import type { JsonObject } from '@/lib/model/json';
import type { ToSchema } from '../openapi-schemas';
import type { ApiRequest } from '../request';

/**
 * A kind of body that an endpoint takes: how it is received, and how the API's description tells of it.
 *
 * @typeParam B what the handler gets of it
 * @typeParam S what a client sends
 */
export interface RequestBody<B, S = unknown> {
  /**
   * Receives and checks the body of a request and hands it to `use`; what is kept of it is let go when that is over.
   *
   * @returns what `use` returned
   * @throws invalid_input, with the bad fields where there are any, or `client_gone`
   */
  receive<R>(request: ApiRequest, use: (body: B) => Promise<R>): Promise<R>;
  /** `content` of the body in the description of the API, by content type */
  describe(toSchema: ToSchema): JsonObject;
  /** for the compiler alone: what a client sends */
  readonly sent?: S;
}
