import { z } from 'zod';
import { readBody } from '../input';
import type { RequestBody } from './request-body';

/**
 * A JSON body of at most 1 MiB.
 *
 * @param schema a plain object schema refuses unknown properties
 * @param types further content types, whose bodies are JSON, too
 */
export function jsonBody<B, S>(schema: z.ZodType<B, S>, types: readonly string[] = []): RequestBody<B, S> {
  const checked = refuseUnknown(schema) as z.ZodType<B>;
  return {
    receive: async (request, use) => use(await readBody(request, checked, types)),
    describe: (toSchema) =>
      Object.fromEntries(['application/json', ...types].map((type) => [type, { schema: toSchema(checked, 'input') }])),
  };
}

/** The same schema, which refuses properties that it does not know unless it says otherwise. */
export function refuseUnknown(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject && !schema.def.catchall ? schema.strict() : schema;
}
