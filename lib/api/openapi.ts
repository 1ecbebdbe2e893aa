import { z } from 'zod';
import type { JsonObject } from '@/lib/model/json';
import { createSchemaWriter, type ToSchema } from './openapi-schemas';
import type { OperationShape } from './operation';
import { ProblemSchema, titleOf } from './problem';

/**
 * The OpenAPI 3.1 description of the API, written from the schemas that validate.
 *
 * @param operations every operation
 * @param baseUrl where the server is reached
 * @returns a JSON document; a schema with a meta id appears once, under `components.schemas`
 */
export function openApi(operations: OperationShape[], baseUrl: string): JsonObject {
  const { toSchema, components } = createSchemaWriter();
  const paths: Record<string, JsonObject> = {};
  toSchema(ProblemSchema, 'output');
  toSchema(KeystoneErrorSchema, 'output');
  for (const operation of operations) {
    paths[operation.path] ??= {};
    (paths[operation.path] as JsonObject)[operation.method.toLowerCase()] = describeOperation(operation, toSchema);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vetro',
      version: '1',
      description: 'Self-service deployment of multi-machine Windows environments.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Auth-Token',
          description: 'A token of POST /identity/v3/auth/tokens, scoped to a tenant.',
        },
      },
    },
  };
}

const KeystoneErrorSchema = z
  .object({ error: z.object({ code: z.int(), title: z.string(), message: z.string() }) })
  .meta({ id: 'KeystoneError' });

function describeOperation(operation: OperationShape, toSchema: ToSchema): JsonObject {
  const parameters = [
    ...parametersIn('path', operation.params, toSchema),
    ...parametersIn('query', operation.query, toSchema),
    ...parametersIn('header', operation.headers, toSchema),
  ];
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    tags: [operation.tag],
    security: operation.role === 'anyone' ? [] : [{ token: [] }],
    ...(operation.role === 'anyone' ? {} : { 'x-required-role': operation.role }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: operation.body.describe(toSchema),
          },
        }
      : {}),
    responses: responsesOf(operation, toSchema),
  };
}

function responsesOf(operation: OperationShape, toSchema: ToSchema): JsonObject {
  const content: JsonObject = {};
  for (const type of operation.produces ?? []) content[type] = { schema: { type: 'string' } };
  if (operation.response) content['application/json'] = { schema: toSchema(operation.response, 'output') };
  const keystone = operation.style === 'keystone';
  const errorContent: JsonObject = {
    [keystone ? 'application/json' : 'application/problem+json']: {
      schema: { $ref: `#/components/schemas/${keystone ? 'KeystoneError' : 'Problem'}` },
    },
  };
  const responses: JsonObject = {
    [String(operation.success ?? 200)]: {
      description: operation.response || operation.produces ? 'Done.' : 'Done; the body is empty.',
      ...(Object.keys(content).length > 0 ? { content } : {}),
    },
  };
  for (const status of [...new Set([...operation.errors, 500, 503])])
    responses[String(status)] = { description: titleOf(status), content: errorContent };
  return responses;
}

function parametersIn(place: 'path' | 'query' | 'header', schema: z.ZodType | undefined, toSchema: ToSchema) {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]): JsonObject => {
    const { description, ...rest } = toSchema(inner, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || !inner.safeParse(undefined).success,
      ...(description ? { description } : {}),
      schema: rest,
    };
  });
}
