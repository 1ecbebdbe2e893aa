import { z } from 'zod';
import type { EnvironmentGroup } from './environment-groups';
import { EnvironmentNetworkSchema } from './environment-network';
import { ENTITIES } from './event';
import { JsonSchema } from './json-schema';
import { LEVELS } from './levels';
import { MACHINE_HEALTHS } from './machine-health';
import { MACHINE_PHASES } from './machine-phases';
import { NextMarkerSchema } from './next-marker';
import { RehearsalViewSchema } from './rehearsal';
import { RunChangeSchema } from './run-summary';
import { MODIFICATIONS } from './runs/execution';
import { RUN_KINDS } from './runs/kinds';
import { ModelChangeSchema } from './session-diff';
import {
  DEPLOYED_STATUSES,
  DEPLOYMENT_STATUSES,
  ENVIRONMENT_STATUSES,
  RUN_OUTCOMES,
  RUN_STATES,
  SESSION_STATES,
} from './states';

/**
 * What the API shows of environments, sessions and deployments, in the words of the Murano v0.2 guide,
 * chapter 4: the server answers with these, the dashboard reads them. Instants are ISO 8601 with Z.
 */

export const EnvironmentViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    created: z.string(),
    updated: z.string(),
    tenant_id: z.string(),
    version: z.int().meta({ description: 'grows by one with every deployment' }),
    status: z.enum(ENVIRONMENT_STATUSES).meta({
      description: 'failed: the newest deployment did not reach its end, by an error or because it was stopped',
    }),
  })
  .meta({ id: 'Environment' });
export type EnvironmentView = z.infer<typeof EnvironmentViewSchema>;

/** How the newest deployment of an environment ended: tells one that failed from one that was stopped. */
const LastOutcome = z
  .enum(RUN_OUTCOMES)
  .nullable()
  .meta({ description: 'how the newest deployment ended; null while it runs, or when there was none' });

const deployedAndDrafted = {
  deployed_status: z.enum(DEPLOYED_STATUSES).meta({
    description: 'what is deployed, whatever anybody drafts; stopped: somebody stopped the newest deployment',
  }),
  active_kind: z
    .enum(RUN_KINDS)
    .nullable()
    .meta({ description: 'what kind of run is under way; null: none, and it may be changed' }),
  half_way: z.enum(MODIFICATIONS).nullable().meta({
    description:
      'what the newest run was to do when it failed or was cancelled, of those that can be resumed or rolled back; else null',
  }),
  drafts: z
    .object({
      mine: z.boolean().meta({ description: 'one of them is mine' }),
      others: z.int().meta({ description: 'how many are of other people' }),
      people: z.array(z.string()).meta({ description: 'names of those others, each once, the newest draft first' }),
      service_count: z.int().meta({ description: 'services in mine, else in the newest' }),
    })
    .nullable()
    .meta({ description: 'open sessions that change something; null when there is none' }),
};

const MachinesSchema = z
  .object({
    count: z.int().meta({ description: 'how many are deployed, or being deployed' }),
    up: z.int().meta({ description: 'how many of them have said last that they are ready' }),
    failed: z.int().meta({ description: 'how many never came up, broke, or do not do what they are for' }),
    resting: z.int().meta({ description: 'how many rest because somebody stopped or suspended them' }),
    suspended: z.int().meta({ description: 'how many of those that rest are suspended' }),
    drifted: z.int().meta({ description: 'how many are up and known to have been changed by hand' }),
    health: z.enum(MACHINE_HEALTHS).meta({
      description:
        'up: all are; resting: all but those that somebody stopped; drifted: some were changed by hand; partly: some are not up; failed: some failed; unknown: the cloud tells nothing of them; none: there are none',
    }),
  })
  .meta({ description: 'of what is deployed, whatever anybody drafts' });

/** What lists and the environment itself tell of its present. */
const present = {
  machines: MachinesSchema,
  last_outcome: LastOutcome,
  ...deployedAndDrafted,
  active_deployment_id: z.string().nullable().meta({ description: 'the deployment that is queued or running now' }),
  event_seq: z.int().meta({ description: 'number of the last event of its log that this knows of' }),
};

const NamedSchema = z.object({ id: z.string(), name: z.string() });

/** An environment in a list; while it deploys, the services and machines of what is being deployed count. */
export const ListedEnvironmentViewSchema = EnvironmentViewSchema.extend({
  service_count: z.int(),
  created_by: NamedSchema.nullable().meta({ description: 'who made it; null when that was never noted' }),
  deployed_by: NamedSchema.nullable().meta({
    description: 'who asked for the newest deployment; null before the first',
  }),
  ...present,
}).meta({ id: 'ListedEnvironment' });
export type ListedEnvironmentView = z.infer<typeof ListedEnvironmentViewSchema>;
/** What is deployed, what of it was left half-way, and who drafts. */
export type DeployedAndDrafted = Pick<ListedEnvironmentView, keyof typeof deployedAndDrafted>;
export type EnvironmentPresent = Pick<ListedEnvironmentView, keyof typeof present>;

/** Machines found by name. */
export const FoundMachinesSchema = z.object({
  machines: z.array(
    z.object({
      host: z.string(),
      unit_id: z.string(),
      service_id: z.string().nullable().meta({ description: 'null while the run goes on that makes it' }),
      environment: NamedSchema,
      phase: z.enum(MACHINE_PHASES).nullable().meta({ description: 'what it said last; null: nothing was ever heard' }),
    }),
  ),
});
export type FoundMachines = z.infer<typeof FoundMachinesSchema>;

export const EnvironmentPageSchema = z.object({
  environments: z.array(ListedEnvironmentViewSchema),
  next_marker: NextMarkerSchema,
  count: z.int().optional().meta({ description: 'how many there are on all pages, when `with_count` asks for it' }),
});
export type EnvironmentPage = z.infer<typeof EnvironmentPageSchema>;

const EnvironmentGroupSchema = z.object({ count: z.int(), environments: z.array(ListedEnvironmentViewSchema) });

/** A tenant's environments by what they want of a person: those that come first, and how many there are. */
export const EnvironmentSummarySchema = z
  .object({
    running: EnvironmentGroupSchema,
    waiting: EnvironmentGroupSchema.meta({ description: 'failed, drafted by the caller or empty; failures first' }),
    quiet: EnvironmentGroupSchema,
  } satisfies Record<EnvironmentGroup, typeof EnvironmentGroupSchema>)
  .meta({ id: 'EnvironmentSummary' });
export type EnvironmentSummary = z.infer<typeof EnvironmentSummarySchema>;

/** What a service is doing: `pending` is in a draft alone, or changed in it. */
export const SERVICE_STATUSES = ['ready', 'pending', 'deploying', 'deleting', 'failed'] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

export const UnitViewSchema = z.looseObject({ id: z.string(), name: z.string() }).meta({ id: 'Unit' });
export type UnitView = z.infer<typeof UnitViewSchema>;

/** A service as shown: its type's own properties too, secrets masked. */
export const ServiceViewSchema = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    name: z.string(),
    created: z.string().optional(),
    updated: z.string().optional(),
    status: z.enum(SERVICE_STATUSES),
    units: z.array(UnitViewSchema),
  })
  .meta({ id: 'Service' });
export type ServiceView = z.infer<typeof ServiceViewSchema>;

export const EnvironmentDetailViewSchema = EnvironmentViewSchema.extend({
  services: z.array(ServiceViewSchema),
  region: z.string().optional().meta({ description: 'that it is in; absent: there is one' }),
  network: EnvironmentNetworkSchema.optional().meta({ description: 'absent: the network of the installation' }),
  ...present,
  rehearsal: RehearsalViewSchema.optional().meta({ description: 'what it is a rehearsal of, where it is one' }),
}).meta({ id: 'EnvironmentDetail' });
export type EnvironmentDetailView = z.infer<typeof EnvironmentDetailViewSchema>;

export const SessionViewSchema = z
  .object({
    id: z.string(),
    environment_id: z.string(),
    created: z.string(),
    updated: z.string(),
    user_id: z.string(),
    version: z.int().meta({ description: 'version of the environment that the draft started from' }),
    state: z.enum(SESSION_STATES),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof SessionViewSchema>;

export const ListedSessionViewSchema = SessionViewSchema.extend({
  user_name: z.string(),
  changes: z.int().meta({ description: 'how many changes the draft holds' }),
  mine: z.boolean(),
  /** the session that was deployed first, for an invalid one */
  invalidated_by: z.string().nullable(),
}).meta({ id: 'ListedSession' });
export type ListedSessionView = z.infer<typeof ListedSessionViewSchema>;

export const SessionPageSchema = z.object({
  sessions: z.array(ListedSessionViewSchema),
  next_marker: NextMarkerSchema,
});
export type SessionPage = z.infer<typeof SessionPageSchema>;

/** Something that was changed both in a draft and by whoever deployed first. */
export const ConflictSchema = z
  .object({
    path: z.string(),
    sentence: z.string(),
    mine: z.array(ModelChangeSchema).meta({ description: 'what the draft had changed there, secrets masked' }),
    deployed: z.array(ModelChangeSchema).meta({ description: 'what was deployed there meanwhile, secrets masked' }),
  })
  .meta({ id: 'Conflict' });
export type Conflict = z.infer<typeof ConflictSchema>;

export const ReappliedSessionViewSchema = SessionViewSchema.extend({ conflicts: z.array(ConflictSchema) }).meta({
  id: 'ReappliedSession',
});
export type ReappliedSessionView = z.infer<typeof ReappliedSessionViewSchema>;

export const DeploymentViewSchema = z
  .object({
    id: z.string(),
    environment_id: z.string(),
    session_id: z.string().nullable(),
    kind: z.enum(['deploy', 'delete']),
    created: z.string(),
    updated: z.string(),
    started: z.string().nullable(),
    finished: z.string().nullable(),
    state: z.enum(DEPLOYMENT_STATUSES).meta({ description: "Murano's words: errors outrank warnings" }),
    /** the stored state behind `state` */
    outcome: z.enum(RUN_STATES),
    user_id: z.string(),
    user_name: z.string(),
    warnings: z.int(),
    errors: z.int(),
    /** why it failed, as a sentence with a stable code */
    problem: z.object({ code: z.string(), sentence: z.string() }).nullable(),
    cancel_requested: z.boolean(),
    version: z
      .int()
      .meta({ description: 'of the environment, made by this deployment; while it is not over, the one it will make' }),
    summary: z.array(RunChangeSchema).meta({ description: 'what it was asked to do, service by service' }),
    removed: z
      .array(z.looseObject({ id: z.string(), type: z.string(), name: z.string(), units: z.array(UnitViewSchema) }))
      .meta({
        description:
          'what had machines before it and is not asked for any more; of a service that stays, only the units that go; secrets masked',
      }),
    /** the document that was asked for, secrets masked */
    description: z.record(z.string(), JsonSchema),
  })
  .meta({ id: 'Deployment' });
export type DeploymentView = z.infer<typeof DeploymentViewSchema>;

export const DeploymentPageSchema = z.object({
  deployments: z.array(DeploymentViewSchema),
  next_marker: NextMarkerSchema,
});
export type DeploymentPage = z.infer<typeof DeploymentPageSchema>;

export const ReportViewSchema = z
  .object({
    id: z.string(),
    deployment_id: z.string().nullable(),
    created: z.string(),
    updated: z.string(),
    entity: z.enum(ENTITIES),
    entity_id: z.string(),
    level: z.enum(LEVELS),
    text: z.string(),
    details: z.string().nullable(),
  })
  .meta({ id: 'Report' });
export type ReportView = z.infer<typeof ReportViewSchema>;
