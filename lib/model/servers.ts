import { z } from 'zod';
import { isHostAddress } from './host-address';
import { NextMarkerSchema } from './next-marker';
import { SERVER_SYSTEMS } from './server-systems';

/** What the API shows of servers that somebody has, to who administers the installation. Instants are ISO 8601 with Z. */

/** A tag of a server: services name it where they choose a zone. */
export const ServerTagSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, 'must be letters, digits, dots, dashes and underscores, at most 40');

export const AgentFactsSchema = z.strictObject({
  system: z.enum(SERVER_SYSTEMS),
  systemTitle: z.string().max(200),
  systemName: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/),
  addresses: z.array(z.string().max(253).refine(isHostAddress, 'must be an IP address or a host name')).min(1).max(64),
  cores: z.int().min(1).max(65_536),
  memoryMb: z.int().min(1),
  diskGb: z.int().min(0),
});

export const SERVER_STATES = ['free', 'taken', 'cleaning', 'silent'] as const;

const PoolNameSchema = z.object({ id: z.string(), name: z.string() });

export const ServerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    tags: z.array(z.string()),
    pool: PoolNameSchema.nullable().meta({ description: 'null: a machine that another cloud makes' }),
    state: z.enum(SERVER_STATES).meta({
      description: 'cleaning: it is being given back; silent: its agent has not been heard of for 45 seconds',
    }),
    system: z.enum(SERVER_SYSTEMS),
    system_title: z.string(),
    addresses: z.array(z.string()),
    cores: z.int(),
    memory_mb: z.int(),
    disk_gb: z.int(),
    agent_version: z.string(),
    agent_program: z.enum(['current', 'updating', 'outdated', 'failed', 'unsigned']).meta({
      description:
        'whether its agent runs the program that this installation gives; failed: that one did not come up; unsigned: it is not signed by the release key that its agent goes by',
    }),
    enrolled: z.string(),
    last_seen: z.string(),
    second_agent: z.object({ seen: z.string(), contested: z.boolean() }).nullable().meta({
      description:
        'another process that used the identity of its agent and was refused; contested: neither is answered until the identity is renewed',
    }),
    machine: z
      .object({ host: z.string(), tenant: z.string() })
      .nullable()
      .meta({ description: 'the machine that it is, and the name of the tenant whose environment that is in' }),
  })
  .meta({ id: 'Server' });
export type Server = z.infer<typeof ServerSchema>;

export const EnrolmentCodeSchema = z
  .object({
    id: z.string(),
    tags: z.array(z.string()),
    pool: PoolNameSchema,
    created: z.string(),
    expires: z.string(),
  })
  .meta({ id: 'EnrolmentCode' });
export type EnrolmentCode = z.infer<typeof EnrolmentCodeSchema>;

export const ServerListSchema = z.object({
  servers: z.array(ServerSchema),
  next_marker: NextMarkerSchema,
  count: z.int().meta({ description: 'of all that the search finds' }),
  free: z.int().meta({ description: 'of these' }),
  codes: z.array(EnrolmentCodeSchema).meta({ description: 'that are still good and nobody has used' }),
});
export type ServerList = z.infer<typeof ServerListSchema>;

export const ServerPoolSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    is_default: z.boolean().meta({ description: 'servers go into it where no other one is named' }),
    open_to_all: z.boolean(),
    tenants: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: 'who may use it where it is not open to all' }),
    system_accounts: z.array(z.enum(SERVER_SYSTEMS)).meta({
      description: 'systems on which plans may run as root or SYSTEM, where they say that they need it',
    }),
    servers: z.int(),
    free: z.int().meta({ description: 'of these' }),
    created: z.string(),
  })
  .meta({ id: 'ServerPool' });
export type ServerPoolView = z.infer<typeof ServerPoolSchema>;

export const ServerPoolListSchema = z.object({ pools: z.array(ServerPoolSchema) });

export const NewEnrolmentCodeSchema = EnrolmentCodeSchema.extend({
  code: z.string().meta({ description: 'shown this once' }),
  linux: z.string().meta({ description: 'the line to run on a server with Linux' }),
  windows: z.string().meta({ description: 'the line to run on a server with Windows, in PowerShell' }),
}).meta({ id: 'NewEnrolmentCode' });
export type NewEnrolmentCode = z.infer<typeof NewEnrolmentCodeSchema>;
