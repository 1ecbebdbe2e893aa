import { z } from 'zod';
import {
  changeServerPool,
  createServerPool,
  listServerPools,
  removeServerPool,
} from '@/lib/administration/servers/pools';
import { IdSchema } from '@/lib/model/environment';
import { SERVER_SYSTEMS, SYSTEM_ACCOUNT_ONLY } from '@/lib/model/server-systems';
import { ServerPoolListSchema, ServerPoolSchema } from '@/lib/model/servers';
import { nameSchema } from '@/lib/model/visible-line';
import { adminContextOf } from '../admin-context';
import { endpoint } from '../endpoint';

const tag = 'servers';
const role = 'system';
const PoolParams = z.object({ poolId: IdSchema });
const Name = nameSchema(100);
const Tenants = z.array(IdSchema).max(1_000).meta({ description: 'ids of who may use it where it is not open to all' });
const SystemAccounts = z.array(z.enum(SERVER_SYSTEMS)).max(SERVER_SYSTEMS.length).meta({
  description: 'systems on which plans may run as root or SYSTEM, where they say that they need it',
});

export const listServerPoolsEndpoint = endpoint({
  id: 'listServerPools',
  method: 'GET',
  path: '/v1/admin/server-pools',
  summary: 'The pools that servers are in, and who may use each',
  description: 'A deployment takes free servers of the pools that are open to its tenant.',
  tag,
  role,
  response: ServerPoolListSchema,
  errors: [401, 403, 404],
  handle: (call) => listServerPools({ ctx: adminContextOf(call) }),
});

export const createServerPoolEndpoint = endpoint({
  id: 'createServerPool',
  method: 'POST',
  path: '/v1/admin/server-pools',
  summary: 'Make a pool that servers enrol into or move to',
  tag,
  role,
  body: z.object({
    name: Name,
    open_to_all: z.boolean().default(false),
    tenants: Tenants.default([]),
    system_accounts: SystemAccounts.default([...SYSTEM_ACCOUNT_ONLY]),
  }),
  response: ServerPoolSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => createServerPool({ ctx: adminContextOf(call), input: call.body }),
});

export const changeServerPoolEndpoint = endpoint({
  id: 'changeServerPool',
  method: 'PATCH',
  path: '/v1/admin/server-pools/{poolId}',
  summary: 'Rename a pool, open it to others, or say where plans may run as the system; what is left out stays',
  tag,
  role,
  params: PoolParams,
  body: z.object({
    name: Name.optional(),
    open_to_all: z.boolean().optional(),
    tenants: Tenants.optional(),
    system_accounts: SystemAccounts.optional(),
  }),
  response: ServerPoolSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => changeServerPool({ ctx: adminContextOf(call), input: { ...call.params, ...call.body } }),
});

export const removeServerPoolEndpoint = endpoint({
  id: 'removeServerPool',
  method: 'DELETE',
  path: '/v1/admin/server-pools/{poolId}',
  summary: 'Remove a pool that has no servers',
  tag,
  role,
  stepUp: true,
  params: PoolParams,
  response: null,
  errors: [401, 403, 404, 409],
  handle: (call) => removeServerPool({ ctx: adminContextOf(call), input: call.params }),
});
