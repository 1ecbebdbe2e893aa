import { z } from 'zod';
import { ComparedServiceSchema } from './compare';
import { JsonSchema } from './json-schema';
import { NextMarkerSchema } from './next-marker';
import { RunChangeSchema } from './run-summary';
import { ActionViewSchema } from './runs/action';
import { RUN_KINDS } from './runs/kinds';
import { RunTargetSchema } from './runs/target';
import { ModelChangeSchema } from './session-diff';
import { DEPLOYMENT_STATUSES, RUN_STATES } from './states';

/** What the API shows of what came to pass in an environment. Instants are ISO 8601 with Z. */

const PersonSchema = z.object({ id: z.string(), name: z.string() });

export const HistoryEntrySchema = z
  .object({
    run_id: z.string(),
    kind: z.enum(RUN_KINDS),
    target: RunTargetSchema.meta({ description: 'what of the environment it was for' }),
    action: ActionViewSchema.nullable().meta({ description: 'what was called; null for other kinds of runs' }),
    version: z.int().nullable().meta({
      description: 'of the environment, made by this run; null until it is over, and when it changed nothing',
    }),
    same_as_current: z
      .boolean()
      .meta({ description: 'whether it asked for what is deployed now: going back to it would change nothing' }),
    current: z.boolean().meta({ description: 'whether it made the version that the environment has now' }),
    restores: z
      .object({ version: z.int(), run_id: z.string() })
      .nullable()
      .meta({ description: 'the version that its draft was opened to go back to' }),
    created: z.string(),
    started: z.string().nullable(),
    finished: z.string().nullable(),
    state: z.enum(DEPLOYMENT_STATUSES),
    outcome: z.enum(RUN_STATES),
    user_id: z.string(),
    user_name: z.string(),
    warnings: z.int(),
    errors: z.int(),
    problem: z.object({ code: z.string(), sentence: z.string() }).nullable(),
    changes: z.array(ModelChangeSchema).meta({ description: 'what was asked for, secrets masked' }),
    summary: z.array(RunChangeSchema).meta({ description: 'the same in short, service by service' }),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntrySchema>;

export const HistorySchema = z.object({
  entries: z.array(HistoryEntrySchema),
  next_marker: NextMarkerSchema,
  people: z.array(PersonSchema).meta({ description: 'everybody who began a run in this environment, of those kept' }),
  older_removed: z.boolean().meta({ description: 'whether there were older versions, which are no longer kept' }),
});
export type History = z.infer<typeof HistorySchema>;

/** A version as one chooses it. */
export const ListedVersionSchema = z
  .object({
    version: z.int(),
    run_id: z.string(),
    at: z.string().meta({ description: 'when the run that made it was over' }),
    user_name: z.string(),
  })
  .meta({ id: 'ListedVersion' });
export type ListedVersion = z.infer<typeof ListedVersionSchema>;

export const VersionListSchema = z.object({ versions: z.array(ListedVersionSchema), next_marker: NextMarkerSchema });
export type VersionList = z.infer<typeof VersionListSchema>;

/** One side of a comparison. */
export const VersionViewSchema = z
  .object({
    ref: z.string().meta({ description: 'a number, `current` or `draft`' }),
    version: z.int().meta({ description: 'of a draft: the version it began from' }),
    run_id: z.string().nullable(),
    at: z.string().nullable(),
    user_name: z.string().nullable(),
    document: z.record(z.string(), JsonSchema).meta({ description: 'secrets masked' }),
  })
  .meta({ id: 'Version' });
export type VersionView = z.infer<typeof VersionViewSchema>;

export const ComparisonSchema = z
  .object({
    from: VersionViewSchema,
    to: VersionViewSchema,
    changes: z.array(ModelChangeSchema),
    services: z.array(ComparedServiceSchema),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof ComparisonSchema>;

export const ActivityEntrySchema = z
  .object({
    id: z.string(),
    at: z.string(),
    user_id: z.string().nullable(),
    user_name: z.string(),
    action: z.string().meta({ description: 'for example `service.add`' }),
    target: z.string(),
    target_id: z.string(),
    details: z.record(z.string(), JsonSchema),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof ActivityEntrySchema>;

export const ActivitySchema = z.object({
  entries: z.array(ActivityEntrySchema),
  next_marker: NextMarkerSchema,
  people: z.array(PersonSchema),
  actions: z.array(z.string()).meta({ description: 'every kind of action that was done in this environment' }),
});
export type Activity = z.infer<typeof ActivitySchema>;
