import { errors } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';

/** What an evaluation may ask: values of parameters, and of resources that exist. */
export interface Scope {
  parameter(name: string): Json;
  /** physical id of a resource */
  resource(name: string): string;
  /** value of an attribute, before any path into it; undefined when there is none */
  attribute(resource: string, name: string): Json | undefined;
}

/** Names that exist in a template. */
export interface Known {
  parameters: ReadonlySet<string>;
  resources: ReadonlySet<string>;
}

/**
 * Follows a path of keys and indexes into a value, as `get_attr` and `get_param` do.
 *
 * @throws `template_unresolvable` (invalid input) when the path leads nowhere; `what` begins the sentence
 */
export function follow(value: Json, path: Json[], what: string): Json {
  let here = value;
  for (const step of path) {
    const inner: Json | undefined = Array.isArray(here)
      ? here[Number(step)]
      : isObject(here)
        ? here[String(step)]
        : undefined;
    if (inner === undefined) {
      throw errors.invalidInput(`${what} has nothing at "${path.join('.')}".`, [], { code: 'template_unresolvable' });
    }
    here = inner;
  }
  return here;
}
