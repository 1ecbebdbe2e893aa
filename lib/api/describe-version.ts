import type { z } from 'zod';
import { operations } from './operations';
import type { listVersions, showVersion } from './operations/general';

/** The response to `GET /`, in the shape of Murano's: there is one version. */
export function listOfVersions(baseUrl: string): z.infer<NonNullable<typeof listVersions.response>> {
  return { versions: [{ id: 'v1.0', status: 'CURRENT', links: [{ rel: 'self', href: `${baseUrl}/v1/` }] }] };
}

/** The version document of `GET /v1`, with everything that can be asked for. */
export function describeVersion(baseUrl: string): z.infer<NonNullable<typeof showVersion.response>> {
  return {
    version: {
      id: 'v1',
      status: 'CURRENT',
      links: [
        { rel: 'self', href: `${baseUrl}/v1` },
        { rel: 'describedby', href: `${baseUrl}/openapi.json`, type: 'application/json' },
        { rel: 'identity', href: `${baseUrl}/identity/v3` },
      ],
    },
    operations: operations
      .filter(({ path }) => path.startsWith('/v1'))
      .map(({ id, method, path, summary }) => ({ id, method, path, summary })),
  };
}
