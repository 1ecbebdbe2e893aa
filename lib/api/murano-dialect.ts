import { z } from 'zod';
import { errors } from '@/lib/errors';
import type { ApiRequest } from './request';

/**
 * What Murano's API said after v0.2, as far as its own client (python-muranoclient) sends it with requests that we
 * answer. It is taken where it changes nothing, and refused where leaving it aside would do something else than asked.
 */

/** Of an environment that is created: taken, and without effect. There is one region, and each environment's own network. */
export const LaterEnvironmentFields = {
  region: z.string().max(255).nullish().meta({ description: 'taken as Murano does, and without effect' }),
  defaultNetworks: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'taken as Murano does, and without effect: machines get the network of the installation' }),
  description_text: z.string().max(10_000).nullish().meta({ description: 'taken as Murano does, and not kept' }),
};

/** Python writes its booleans with capitals. */
const PythonFlag = z
  .enum(['true', 'false', 'True', 'False'])
  .default('false')
  .transform((word) => word.toLowerCase() === 'true');

/** Whose environments are listed: the caller's tenant's, whatever is asked for. */
export const TenantQuery = {
  tenant: z.string().max(255).optional().meta({ description: 'id of the tenant whose environments to list: your own' }),
  all_tenants: PythonFlag.meta({ description: 'those of all tenants are under /v1/admin/overview' }),
};

/** Whether a package is imported for everybody. */
export const PublicQuery = { is_public: PythonFlag.meta({ description: 'for everybody, not for this tenant alone' }) };

/**
 * What Murano's clients send beside the file of a package: of their JSON only whether it is for everybody counts here,
 * what else a package is its manifest says.
 */
export const PackageFields = z.object({ data: z.string().optional().meta({ description: 'JSON with `is_public`' }) });

/** Whether the JSON beside a package's file asks for everybody; what is no such JSON asks for nothing. */
export function asksForEverybody({ data = '{}' }: z.infer<typeof PackageFields>): boolean {
  try {
    return z.object({ is_public: z.boolean().optional() }).parse(JSON.parse(data)).is_public === true;
  } catch {
    return false;
  }
}

/** Of an environment that is deleted: whether its machines stay. */
export const AbandonQuery = {
  abandon: PythonFlag.meta({ description: 'true is refused: machines are never left to nobody' }),
};

/**
 * Refuses a deletion that abandons machines.
 *
 * @throws invalid_input when somebody wants to delete an environment and leave its machines
 */
export function refuseAbandoning(abandon: boolean): void {
  if (!abandon) return;
  throw errors.invalidInput('An environment is deleted with its machines. Leave out "abandon".', [
    { path: 'query.abandon', code: 'not_supported', sentence: 'Machines are not left behind. Leave this out.' },
  ]);
}

/**
 * Whether a request comes from Murano's own client, which cannot read problem documents: it wants a JSON object whose
 * every member is an object, and shows their `message`. Keystone's errors are such.
 */
export function isMuranoClient(headers: ApiRequest['headers']): boolean {
  return /\bpython-muranoclient\b/.test(headers.get('user-agent') ?? '');
}
