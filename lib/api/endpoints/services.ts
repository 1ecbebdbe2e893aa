import { z } from 'zod';
import { addToServices } from '@/lib/environments/services/add';
import { changeServices } from '@/lib/environments/services/change';
import { listServices, readServices } from '@/lib/environments/services/read';
import { removeFromServices } from '@/lib/environments/services/remove';
import { replaceUnit } from '@/lib/environments/services/replace-unit';
import { IdSchema } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import { JsonSchema } from '@/lib/model/json-schema';
import { MAX_MACHINES, MAX_SERVICES } from '@/lib/model/size-rules';
import { ServiceViewSchema } from '@/lib/model/views';
import { endpoint } from '../endpoint';
import { isMuranoClient, withObjectHeader } from '../murano-dialect';
import type { ApiRequest } from '../request';
import { serviceAddress } from '../service-address';
import { contextOf } from '../use-case-context';
import { DraftHeader, EnvironmentParams, PackageDigest, SessionHeader } from './parameters';

const tag = 'services';
const LIST = '/v1/environments/{environmentId}/services';
const BELOW = `${LIST}/{path*}` as const;
const BelowParams = z.object({
  environmentId: IdSchema,
  path: z.array(z.string()).meta({
    description: 'a service by id or index, then keys of objects and ids or indexes of list elements',
  }),
});
/** Edits are told once for the whole tree, so their responses are JSON to the compiler; these are their shapes. */
const AddedServices = z.union([ServiceViewSchema, z.array(ServiceViewSchema)]) as unknown as z.ZodType<Json>;
const AllServices = z.array(ServiceViewSchema) as unknown as z.ZodType<Json>;
const needsSession = 'Needs the header X-Configuration-Session with an open session of yours.';
const atMost = `An environment has at most ${MAX_SERVICES} services and ${MAX_MACHINES} machines.`;

/** What is read, as its client reads it. */
function forClient<Read>({ request }: { request: ApiRequest }, read: Read): Read {
  return isMuranoClient(request.headers) ? withObjectHeader(read) : read;
}

export const listServicesEndpoint = endpoint({
  id: 'listServices',
  method: 'GET',
  path: LIST,
  summary: 'The services of an environment: as deployed or, with a session, as drafted',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  headers: SessionHeader,
  response: z.array(ServiceViewSchema),
  errors: [401, 403, 404],
  handle: async (call) => forClient(call, await listServices({ ctx: contextOf(call), input: serviceAddress(call) })),
});

export const addServicesEndpoint = endpoint({
  id: 'addServices',
  method: 'POST',
  path: LIST,
  summary: 'Add a service, or a list of services, to a draft',
  description: `${needsSession} ${atMost} Secrets are masked in the response.`,
  tag,
  role: 'member',
  expensive: true,
  params: EnvironmentParams,
  headers: DraftHeader,
  query: z.object({ package: PackageDigest }),
  body: JsonSchema,
  response: AddedServices,
  errors: [400, 401, 403, 404, 409],
  handle: (call) =>
    addToServices({
      ctx: contextOf(call),
      input: { ...serviceAddress(call), body: call.body, packageDigest: call.query.package },
    }),
});

export const replaceServicesEndpoint = endpoint({
  id: 'replaceServices',
  method: 'PUT',
  path: LIST,
  summary: 'Set the whole list: known ids are changed, new ones added, missing ones removed',
  description: `${needsSession} ${atMost}`,
  tag,
  role: 'member',
  expensive: true,
  params: EnvironmentParams,
  headers: DraftHeader,
  body: JsonSchema,
  response: AllServices,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => changeServices({ ctx: contextOf(call), input: { ...serviceAddress(call), body: call.body } }),
});

export const removeAllServicesEndpoint = endpoint({
  id: 'removeAllServices',
  method: 'DELETE',
  path: LIST,
  summary: 'Remove every service from a draft',
  description: needsSession,
  tag,
  role: 'member',
  params: EnvironmentParams,
  headers: DraftHeader,
  response: null,
  errors: [401, 403, 404, 409],
  handle: (call) => removeFromServices({ ctx: contextOf(call), input: serviceAddress(call) }),
});

export const readServiceEndpoint = endpoint({
  id: 'readService',
  method: 'GET',
  path: BELOW,
  summary: 'A service, or any value below it',
  tag,
  role: 'reader',
  params: BelowParams,
  headers: SessionHeader,
  response: JsonSchema,
  errors: [401, 403, 404],
  handle: async (call) => forClient(call, await readServices({ ctx: contextOf(call), input: serviceAddress(call) })),
});

export const addBelowServiceEndpoint = endpoint({
  id: 'addBelowService',
  method: 'POST',
  path: BELOW,
  summary: 'Add to a list below a service, for example a unit',
  description: needsSession,
  tag,
  role: 'member',
  expensive: true,
  params: BelowParams,
  headers: DraftHeader,
  body: JsonSchema,
  response: JsonSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => addToServices({ ctx: contextOf(call), input: { ...serviceAddress(call), body: call.body } }),
});

export const changeServiceEndpoint = endpoint({
  id: 'changeService',
  method: 'PUT',
  path: BELOW,
  summary: 'Change a service, a unit or any value below them',
  description: `${needsSession} A service and a unit keep what is not sent; the mask keeps a secret.`,
  tag,
  role: 'member',
  expensive: true,
  params: BelowParams,
  headers: DraftHeader,
  body: JsonSchema,
  response: JsonSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => changeServices({ ctx: contextOf(call), input: { ...serviceAddress(call), body: call.body } }),
});

export const removeServiceEndpoint = endpoint({
  id: 'removeService',
  method: 'DELETE',
  path: BELOW,
  summary: 'Remove a service, a unit, an attribute or a list element from a draft',
  description: needsSession,
  tag,
  role: 'member',
  params: BelowParams,
  headers: DraftHeader,
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => removeFromServices({ ctx: contextOf(call), input: serviceAddress(call) }),
});

export const replaceUnitEndpoint = endpoint({
  id: 'replaceUnit',
  method: 'POST',
  path: '/v1/environments/{environmentId}/units/{unitId}/replace',
  summary: 'Put a fresh machine in the place of another, with the same settings and nothing of its data',
  description: needsSession,
  tag,
  role: 'member',
  params: EnvironmentParams.extend({ unitId: IdSchema }),
  headers: DraftHeader,
  response: z.object({ id: IdSchema.meta({ description: 'of the new unit' }) }),
  errors: [400, 401, 403, 404, 409],
  handle: (call) =>
    replaceUnit({
      ctx: contextOf(call),
      input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
    }),
});
