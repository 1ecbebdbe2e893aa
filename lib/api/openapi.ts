import { z } from 'zod';
import type { JsonObject } from '@/lib/model/json';
import type { AnyEndpoint } from './endpoint';
import { createSchemaWriter, type ToSchema } from './openapi-schemas';
import { ProblemSchema, titleOf } from './problem';

/**
 * The OpenAPI 3.1 description of the API, written from the schemas that validate.
 *
 * @param all every endpoint; those that are pages are left out
 * @param baseUrl where the server is reached
 * @returns a JSON document; a schema with a meta id appears once, under `components.schemas`
 */
export function openApi(all: readonly AnyEndpoint[], baseUrl: string): JsonObject {
  const { toSchema, components } = createSchemaWriter();
  const paths: Record<string, JsonObject> = {};
  toSchema(ProblemSchema, 'output');
  toSchema(KeystoneErrorSchema, 'output');
  const endpoints = all.filter(({ page }) => !page);
  for (const endpoint of endpoints) {
    const path = describedPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, toSchema) };
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
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
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
        agent: { type: 'http', scheme: 'bearer', description: 'The credential that enrolling gave an agent.' },
      },
    },
  };
}

/** A path as descriptions write it: what stands for the rest of it is a parameter like others. */
export function describedPath(path: string): string {
  return path.replace('*}', '}');
}

const KeystoneErrorSchema = z
  .object({ error: z.object({ code: z.int(), title: z.string(), message: z.string() }) })
  .meta({ id: 'KeystoneError' });

function describeOperation(endpoint: AnyEndpoint, toSchema: ToSchema): JsonObject {
  const parameters = [
    ...parametersIn('path', endpoint.params, toSchema),
    ...parametersIn('query', endpoint.query, toSchema),
    ...parametersIn('header', endpoint.headers, toSchema),
  ];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    security: endpoint.role === 'anyone' ? [] : [{ [endpoint.role === 'agent' ? 'agent' : 'token']: [] }],
    ...(endpoint.role === 'anyone' ? {} : { 'x-required-role': endpoint.role }),
    ...(endpoint.expensive ? { 'x-expensive': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: endpoint.body.describe(toSchema),
          },
        }
      : {}),
    responses: responsesOf(endpoint, toSchema),
  };
}

function responsesOf(endpoint: AnyEndpoint, toSchema: ToSchema): JsonObject {
  const content: JsonObject = {};
  for (const type of endpoint.produces ?? []) content[type] = { schema: { type: 'string' } };
  if (endpoint.response) content['application/json'] = { schema: toSchema(endpoint.response, 'output') };
  const keystone = endpoint.style === 'keystone';
  const errorContent: JsonObject = {
    [keystone ? 'application/json' : 'application/problem+json']: {
      schema: { $ref: `#/components/schemas/${keystone ? 'KeystoneError' : 'Problem'}` },
    },
  };
  const responses: JsonObject = {
    [String(endpoint.success ?? 200)]: {
      description: endpoint.response || endpoint.produces ? 'Done.' : 'Done; the body is empty.',
      ...(Object.keys(content).length > 0 ? { content } : {}),
    },
  };
  const refusals = endpoint.expensive ? [429, 500, 503] : [500, 503];
  for (const status of [...new Set([...endpoint.errors, ...refusals])])
    responses[String(status)] = { description: titleOf(status), content: errorContent };
  return responses;
}

function parametersIn(place: 'path' | 'query' | 'header', schema: z.ZodType | undefined, toSchema: ToSchema) {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]): JsonObject => {
    // a schema may let pass what is refused further on, where the guide has another status than 400
    const { description, required, ...rest } = toSchema(inner, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || required === true || !inner.safeParse(undefined).success,
      ...(description ? { description } : {}),
      schema: rest,
    };
  });
}
