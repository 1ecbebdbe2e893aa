import type { z } from 'zod';
import type { RequestBody } from './bodies/request-body';
import type { Method } from './endpoint';
import type * as resources from './endpoints/resources';

/**
 * The API as its clients in TypeScript see it: types alone, made from the endpoints. An address is written as its
 * template: `/v1/environments/${string}/sessions`, with or without a query.
 */
type AllEndpoints = (typeof resources)[keyof typeof resources];

/** A path with its parameters as any text. */
type ConcretePath<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${ConcretePath<After>}`
  : Path;

type WithoutQuery<Address extends string> = Address extends `${infer Path}?${string}` ? Path : Address;

/** The endpoints of a method with exactly this path. */
type ExactEndpoint<M extends Method, Path extends string, E = AllEndpoints> = E extends {
  method: M;
  path: infer P extends string;
}
  ? [ConcretePath<P>, Path] extends [Path, ConcretePath<P>]
    ? E
    : never
  : never;

/** The endpoints of a method whose path ends with the rest of any path, where this one is such. */
type WildcardEndpoint<M extends Method, Path extends string, E = AllEndpoints> = E extends {
  method: M;
  path: infer P extends `${string}*}`;
}
  ? Path extends ConcretePath<P>
    ? E
    : never
  : never;

type EndpointAt<M extends Method, Address extends string> = [ExactEndpoint<M, WithoutQuery<Address>>] extends [never]
  ? WildcardEndpoint<M, WithoutQuery<Address>>
  : ExactEndpoint<M, WithoutQuery<Address>>;

/** An address that takes a method; what says none of that is no such type. */
export type AddressOf<M extends Method, Address extends string> = [EndpointAt<M, Address>] extends [never]
  ? never
  : Address;

/** What an address answers to a method; nothing where the response is empty. */
export type ResponseOf<M extends Method, Address extends string> =
  EndpointAt<M, Address> extends { response: z.ZodType<infer A> | null } ? A : never;

/** What is sent to an address by a method; undefined where nothing is. */
export type BodyOf<M extends Method, Address extends string> =
  EndpointAt<M, Address> extends { body?: RequestBody<unknown, infer S> } ? S : never;
