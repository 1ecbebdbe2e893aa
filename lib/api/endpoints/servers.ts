import { z } from 'zod';
import { changeServer, removeServer } from '@/lib/administration/servers/change';
import { createEnrolmentCode, renewServerIdentity, revokeEnrolmentCode } from '@/lib/administration/servers/enrolment';
import { listServers } from '@/lib/administration/servers/list';
import { IdSchema } from '@/lib/model/environment';
import { NewEnrolmentCodeSchema, ServerListSchema, ServerSchema, ServerTagSchema } from '@/lib/model/servers';
import { nameSchema } from '@/lib/model/visible-line';
import { adminContextOf } from '../admin-context';
import { endpoint } from '../endpoint';
import { pageParameters, Search } from './parameters';

const tag = 'servers';
const role = 'system';
const ServerParams = z.object({ serverId: IdSchema });
const Tags = z.array(ServerTagSchema).max(20);
const DAY_MINUTES = 24 * 60;
const CodeMinutes = z.int().min(1).max(DAY_MINUTES).default(60).meta({ description: 'so long it is good' });

export const listServersEndpoint = endpoint({
  id: 'listServers',
  method: 'GET',
  path: '/v1/admin/servers',
  summary: 'The servers that machines are made on, a page at a time, and enrolment codes that are still good',
  description: 'Where machines are made on servers of your own (`VETRO_CLOUD=pool`); elsewhere 404.',
  tag,
  role,
  query: z.object({
    search: Search.meta({ description: 'words in the name, the tags or the host name of its machine' }),
    ...pageParameters(1_000),
  }),
  response: ServerListSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => listServers({ ctx: adminContextOf(call), input: call.query }),
});

export const changeServerEndpoint = endpoint({
  id: 'changeServer',
  method: 'PATCH',
  path: '/v1/admin/servers/{serverId}',
  summary: 'Give a server another name or other tags, or move it to another pool; what is left out stays',
  tag,
  role,
  params: ServerParams,
  body: z.object({
    name: nameSchema(255).optional(),
    tags: Tags.optional(),
    pool: IdSchema.optional().meta({ description: 'id of the pool that it moves to, while it is free' }),
  }),
  response: ServerSchema,
  errors: [400, 401, 403, 404, 409],
  handle: ({ body: { pool, ...change }, ...call }) =>
    changeServer({
      ctx: adminContextOf(call),
      input: { ...call.params, ...change, ...(pool === undefined ? {} : { poolId: pool }) },
    }),
});

export const removeServerEndpoint = endpoint({
  id: 'removeServer',
  method: 'DELETE',
  path: '/v1/admin/servers/{serverId}',
  summary: 'Take a server out of the pool; its agent is refused from then on',
  tag,
  role,
  stepUp: true,
  params: ServerParams,
  query: z.object({
    lose_machine: z
      .stringbool()
      .default(false)
      .meta({ description: 'true: also one that is a machine of an environment, which is lost then' }),
  }),
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: (call) =>
    removeServer({
      ctx: adminContextOf(call),
      input: { ...call.params, loseMachine: call.query.lose_machine },
    }),
});

export const renewServerIdentityEndpoint = endpoint({
  id: 'renewServerIdentity',
  method: 'POST',
  path: '/v1/admin/servers/{serverId}/enrolment-code',
  summary: 'Make a code with which a server enrols anew: what its agent had until then is refused once it has',
  tag,
  role,
  stepUp: true,
  params: ServerParams,
  body: z.object({ minutes: CodeMinutes }),
  response: NewEnrolmentCodeSchema,
  errors: [400, 401, 403, 404],
  handle: (call) =>
    renewServerIdentity({
      ctx: adminContextOf(call),
      input: { ...call.params, ...call.body, server: call.container.config.baseUrl },
    }),
});

export const createEnrolmentCodeEndpoint = endpoint({
  id: 'createEnrolmentCode',
  method: 'POST',
  path: '/v1/admin/enrolment-codes',
  summary: 'Make a code with which one server enrols, once; it is answered this once',
  tag,
  role,
  stepUp: true,
  body: z.object({
    tags: Tags.default([]),
    pool: IdSchema.optional().meta({
      description: 'id of the pool that the server goes into; left out: the default one',
    }),
    minutes: CodeMinutes,
  }),
  response: NewEnrolmentCodeSchema,
  errors: [400, 401, 403, 404],
  handle: ({ body: { pool, ...body }, ...call }) =>
    createEnrolmentCode({
      ctx: adminContextOf(call),
      input: { ...body, ...(pool === undefined ? {} : { poolId: pool }), server: call.container.config.baseUrl },
    }),
});

export const revokeEnrolmentCodeEndpoint = endpoint({
  id: 'revokeEnrolmentCode',
  method: 'DELETE',
  path: '/v1/admin/enrolment-codes/{codeId}',
  summary: 'Take back a code that nobody has used',
  tag,
  role,
  stepUp: true,
  params: z.object({ codeId: IdSchema }),
  response: null,
  errors: [401, 403, 404],
  handle: (call) => revokeEnrolmentCode({ ctx: adminContextOf(call), input: call.params }),
});
