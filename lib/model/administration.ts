import { z } from 'zod';
import { ACTOR_KINDS, ROLES } from './actor';
import { ATTENTIONS } from './attentions';
import { NextMarkerSchema } from './next-marker';
import { DEPLOYED_STATUSES, ENVIRONMENT_STATUSES, RUN_STATES } from './states';

/** What the API shows to who administers the whole installation. Instants are ISO 8601 with Z. */

const Named = z.object({ id: z.string(), name: z.string() });
const Count = z.int().meta({ description: 'how many are found on all pages' });

export const TroubledMachineViewSchema = z
  .object({ host: z.string(), state: z.enum(['failed', 'silent']), since: z.string() })
  .meta({ id: 'TroubledMachine' });

export const OverviewDeploymentSchema = z.object({
  id: z.string(),
  kind: z.enum(['deploy', 'delete']),
  outcome: z.enum(RUN_STATES),
  user_name: z.string(),
  created: z.string(),
  started: z.string().nullable(),
  finished: z.string().nullable(),
  /** why it failed */
  sentence: z.string().nullable(),
  last_event: z.string().nullable().meta({ description: 'when it was last heard of, while it runs' }),
  usual_seconds: z
    .int()
    .nullable()
    .meta({ description: 'nine of ten earlier ones were over by then; null: too few to tell' }),
});

export const OverviewEnvironmentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    tenant: Named,
    status: z.enum(ENVIRONMENT_STATUSES),
    deployed_status: z.enum(DEPLOYED_STATUSES),
    drafts: z.int().meta({ description: 'open sessions that change something' }),
    attention: z.enum(ATTENTIONS),
    service_count: z.int(),
    version: z.int(),
    updated: z.string(),
    /** the newest one */
    deployment: OverviewDeploymentSchema.nullable(),
    troubled_machines: z.array(TroubledMachineViewSchema),
  })
  .meta({ id: 'OverviewEnvironment' });
export type OverviewEnvironment = z.infer<typeof OverviewEnvironmentSchema>;

export const OverviewSchema = z.object({
  environments: z.array(OverviewEnvironmentSchema).meta({ description: 'most urgent first' }),
  count: Count,
  counts: z
    .record(z.enum(ATTENTIONS), z.int())
    .meta({ description: 'how many of all that a search finds want what, whatever `attention` asks for' }),
  all: z.int().meta({ description: 'how many environments there are' }),
  machines: z.int(),
  next_marker: NextMarkerSchema,
});
export type Overview = z.infer<typeof OverviewSchema>;

export const TrendSchema = z
  .object({
    days: z
      .array(
        z.object({
          day: z.string().meta({ description: 'in UTC' }),
          deployments: z.int().meta({ description: 'deployments and deletions that ended that day' }),
          failures: z.int(),
          environments: z.int().meta({ description: 'how many there were at its end; today: now' }),
          machines: z.int(),
        }),
      )
      .meta({ description: 'the last 30, oldest first' }),
  })
  .meta({ id: 'Trend' });
export type Trend = z.infer<typeof TrendSchema>;

export const UserRoleSchema = z.object({ tenant_id: z.string(), tenant_name: z.string(), role: z.enum(ROLES) });

export const UserViewSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'what they sign in with' }),
    display_name: z.string(),
    email: z.string(),
    enabled: z.boolean(),
    system_admin: z.boolean(),
    second_factor: z.boolean().meta({ description: 'whether a code is asked for besides the password' }),
    passkeys: z.int().meta({ description: 'how many passkeys they sign in by' }),
    created: z.string(),
    roles: z.array(UserRoleSchema),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof UserViewSchema>;
/** What somebody signs in with beside a password, and an administrator may remove: all codes, all passkeys. */
export type UserProof = 'totp' | 'passkeys';

export const UserListSchema = z.object({
  users: z.array(UserViewSchema),
  count: Count,
  next_marker: NextMarkerSchema,
});
export type UserList = z.infer<typeof UserListSchema>;

export const WithPasswordSchema = z.object({
  user: UserViewSchema,
  password: z.string().meta({ description: 'told this once and kept as a hash alone' }),
});
export type WithPassword = z.infer<typeof WithPasswordSchema>;

/** A tenant's limits; at most a million of anything. */
export const QuotaSchema = z
  .object({
    machines: z.int().min(0).max(1_000_000),
    vcpus: z.int().min(0).max(1_000_000),
    memory_mb: z.int().min(0).max(1_000_000_000),
    disk_gb: z.int().min(0).max(1_000_000_000),
    public_addresses: z.int().min(0).max(1_000_000),
    networks: z.int().min(0).max(1_000_000),
  })
  .meta({ id: 'Quota' });
export type QuotaView = z.infer<typeof QuotaSchema>;

/** Limits as they are set: how many public addresses and networks there may be stays as it is when left out. */
export const QuotaChangeSchema = QuotaSchema.partial({ public_addresses: true, networks: true }).meta({
  id: 'QuotaChange',
});
export type QuotaChange = z.infer<typeof QuotaChangeSchema>;

export const QuotaUseSchema = z.object({
  limit: QuotaSchema,
  used: QuotaSchema,
  own: z.boolean().meta({ description: 'whether the tenant has limits of its own; else those are the default' }),
});
export type QuotaUse = z.infer<typeof QuotaUseSchema>;

export const AdminTenantSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    created: z.string(),
    users: z.int(),
    environments: z.int(),
    quota: QuotaUseSchema.nullable().meta({ description: 'null where the cloud keeps quotas of its own' }),
  })
  .meta({ id: 'AdminTenant' });
export type AdminTenant = z.infer<typeof AdminTenantSchema>;

export const TenantListSchema = z.object({
  tenants: z.array(AdminTenantSchema),
  default_quota: QuotaSchema.nullable(),
  count: Count,
  next_marker: NextMarkerSchema,
});
export type TenantList = z.infer<typeof TenantListSchema>;

const AdminPackageVersionSchema = z.object({
  id: z.string(),
  version: z.string(),
  digest: z.string(),
  shipped: z.boolean().meta({ description: 'it came with the product; else it was imported' }),
  current: z.boolean().meta({ description: 'new services may take it' }),
  tenant: z.string().nullable().meta({ description: 'the tenant that alone may use it; null: everybody may' }),
  imported_by: z.string().nullable(),
  created: z.string(),
  environments: z.int().meta({ description: 'how many environments work with it, or draft to' }),
});
export type AdminPackageVersion = z.infer<typeof AdminPackageVersionSchema>;

export const AdminPackageSchema = z
  .object({
    package: z.string(),
    version: z.string(),
    type: z.string().nullable().meta({ description: 'of its services; null for one that only helps others' }),
    title: z.string(),
    summary: z.string(),
    extends: z
      .string()
      .nullable()
      .meta({ description: 'full name of the package that it extends once it is switched on; null for any other' }),
    enabled: z.boolean().meta({ description: 'offered in the installation' }),
    services: z.int().meta({ description: 'how many deployed services of it there are' }),
    tenants: z
      .array(z.object({ tenant_id: z.string(), tenant_name: z.string(), enabled: z.boolean() }))
      .meta({ description: 'the tenants that have a switch of their own' }),
    versions: z
      .array(AdminPackageVersionSchema)
      .meta({ description: "everybody's and those of the tenant that one is in, the newest first" }),
  })
  .meta({ id: 'AdminPackage' });
export type AdminPackage = z.infer<typeof AdminPackageSchema>;

export const PackageListSchema = z.object({
  packages: z.array(AdminPackageSchema),
  count: Count,
  next_marker: NextMarkerSchema,
});
export type PackageList = z.infer<typeof PackageListSchema>;

export const AuditEntryViewSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    user: Named.nullable().meta({ description: 'who did it, or in whose name it was done' }),
    actor: z
      .object({ kind: z.enum(ACTOR_KINDS), id: z.string(), name: z.string() })
      .meta({ description: 'what did it; id and name of a schedule, policy or server, empty for a person' }),
    position: z
      .string()
      .nullable()
      .meta({ description: 'in the chain of all entries; counts from 1; null within the first second' }),
    hash: z.string().nullable().meta({ description: 'SHA-256 over this entry and the hash of the one before, in hex' }),
    tenant: Named.nullable(),
    environment: Named.nullable().meta({ description: 'it was done in this environment' }),
    action: z.string(),
    target: z.string(),
    target_id: z.string(),
    target_name: z
      .string()
      .nullable()
      .meta({ description: 'how the person it was done to is called now; null when it was done to something else' }),
    details: z.record(z.string(), z.json()),
    request_id: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof AuditEntryViewSchema>;

export const AuditPageSchema = z.object({
  entries: z.array(AuditEntryViewSchema).meta({ description: 'newest first' }),
  next_marker: NextMarkerSchema,
});
export type AuditPage = z.infer<typeof AuditPageSchema>;

export const AuditCopyViewSchema = z
  .object({
    address: z.string().meta({ description: 'a path, or `syslog+tls://host:port`' }),
    kind: z.enum(['file', 'syslog']),
    required: z.boolean().meta({ description: 'nothing that is audited may be done while it cannot be written' }),
    position: z.string().meta({ description: 'the place in the chain up to which it has the log' }),
    behind: z.int().meta({ description: 'how many entries it does not have yet' }),
    copied_at: z.string().nullable().meta({ description: 'when it was last written' }),
    problem: z
      .object({ sentence: z.string(), since: z.string() })
      .nullable()
      .meta({ description: 'why it cannot be written, and since when; null: it can' }),
  })
  .meta({ id: 'AuditCopy' });
export type AuditCopyView = z.infer<typeof AuditCopyViewSchema>;

export const HealthSchema = z.object({
  database: z.object({
    ok: z.boolean(),
    latency_ms: z.number().nullable(),
    version: z.string().nullable(),
    size_mb: z.number().nullable(),
    connections: z.int().nullable(),
    pending_migrations: z.array(z.string()),
  }),
  conductor: z.object({
    ok: z.boolean(),
    queued: z.int(),
    running: z.int(),
    oldest_queued: z.string().nullable(),
    oldest_running: z.string().nullable(),
    here: z.int().meta({ description: 'carried out by this process' }),
    last_look: z.string().nullable().meta({ description: 'when it last looked for what dead processes left' }),
  }),
  cloud: z.object({
    ok: z.boolean(),
    name: z.string(),
    simulated: z.boolean(),
    operations: z.int().nullable(),
    oldest_operation: z.string().nullable(),
  }),
  agents: z.object({
    ok: z.boolean(),
    machines: z.int().nullable(),
    troubled: z.array(TroubledMachineViewSchema.extend({ tenant: Named.nullable(), environment: Named.nullable() })),
  }),
  events: z.object({ ok: z.boolean(), followers: z.int() }),
  process: z.object({
    version: z.string(),
    started: z.string(),
    memory_mb: z.number(),
    event_loop_lag_ms: z.number(),
  }),
});
export type Health = z.infer<typeof HealthSchema>;
