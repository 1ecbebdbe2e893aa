import { z } from 'zod';
import type { Catalog } from '@/lib/catalog';
import type { JsonObject } from '@/lib/model/json';
import { type AnyEndpoint, endpoint } from '../endpoint';
import { describedPath, openApi } from '../openapi';
import { withServiceSchemas } from '../service-schemas';

/** The endpoints that tell what there is; each says so of all of them, itself included. */
export function descriptionsOf(all: () => readonly AnyEndpoint[]): AnyEndpoint[] {
  return [listVersions, showVersion(all), describeApi(all)];
}

const tag = 'general';
const role = 'anyone';

/** `GET /` of whoever asks for JSON: the versions of the API there are, as Murano told them. */
const listVersions = endpoint({
  id: 'listVersions',
  method: 'GET',
  path: '/',
  summary: 'The versions of the API; for whoever accepts JSON and not HTML, others get the dashboard',
  tag,
  role,
  response: z.object({
    versions: z.array(
      z.object({
        id: z.string(),
        status: z.literal('CURRENT'),
        links: z.array(z.object({ rel: z.literal('self'), href: z.string() })),
      }),
    ),
  }),
  success: 300,
  errors: [],
  handle: ({ container }) => ({
    versions: [
      {
        id: 'v1.0',
        status: 'CURRENT' as const,
        links: [{ rel: 'self' as const, href: `${container.config.baseUrl}/v1/` }],
      },
    ],
  }),
});

/** `GET /v1`: that this is the API, its version, where its description is, and everything that can be asked for. */
const showVersion = (all: () => readonly AnyEndpoint[]) =>
  endpoint({
    id: 'showVersion',
    method: 'GET',
    path: '/v1',
    summary: 'Describe the API',
    tag,
    role,
    response: z.object({
      version: z.object({
        id: z.literal('v1'),
        status: z.literal('CURRENT'),
        links: z.array(z.object({ rel: z.string(), href: z.string(), type: z.string().optional() })),
      }),
      operations: z.array(z.object({ id: z.string(), method: z.string(), path: z.string(), summary: z.string() })),
    }),
    errors: [],
    handle: ({ container }) => {
      const { baseUrl } = container.config;
      return {
        version: {
          id: 'v1' as const,
          status: 'CURRENT' as const,
          links: [
            { rel: 'self', href: `${baseUrl}/v1` },
            { rel: 'describedby', href: `${baseUrl}/openapi.json`, type: 'application/json' },
            { rel: 'identity', href: `${baseUrl}/identity/v3` },
          ],
        },
        operations: all()
          .filter(({ path }) => path.startsWith('/v1'))
          .map(({ id, method, path, summary }) => ({ id, method, path: describedPath(path), summary })),
      };
    },
  });

function describeApi(all: () => readonly AnyEndpoint[]): AnyEndpoint {
  // Written once for each address of the server and set of service types: it takes long, and anybody may ask for it.
  let written: { key: string; description: JsonObject } | null = null;
  async function describedAt(address: string, catalog: Pick<Catalog, 'serviceTypes'>): Promise<JsonObject> {
    const types = await catalog.serviceTypes('');
    const key = [address, ...types.map(({ type, version, offered }) => `${type} ${version} ${offered}`)].join('\n');
    if (written?.key !== key) written = { key, description: withServiceSchemas(openApi(all(), address), types) };
    return written.description;
  }
  return endpoint({
    id: 'describeApi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description, as OpenAPI 3.1, with a schema for each type of service that everybody may use',
    tag,
    role,
    response: z.record(z.string(), z.unknown()),
    errors: [],
    handle: ({ container }) => describedAt(container.config.baseUrl, container.catalog),
  });
}
