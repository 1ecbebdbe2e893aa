import { z } from 'zod';
import type { EnvironmentAction } from '../audit-actions';
import { JsonSchema } from '../json-schema';
import { NextMarkerSchema } from '../next-marker';
import type { MachinePhase, RunProgress } from '../progress/projection';
import { ActionViewSchema } from '../runs/action';
import { RUN_KINDS } from '../runs/kinds';
import { DEPLOYMENT_STATUSES, RUN_STATES } from '../states';
import { ServiceViewSchema } from '../views';

/** What the API shows of the life of an environment: its moments, and how it was at an instant (ISO 8601 with Z). */

/** Runs that look and change nothing: a moment only where they found something or failed. */
export const LOOKING_RUNS = ['check_status', 'check_drift'] as const satisfies readonly (typeof RUN_KINDS)[number][];

/** Actions of people that are moments of an environment: neither those that a run tells of, nor edits of a draft. */
export const ACTIONS_OF_MOMENTS = [
  'credential.reveal',
  'deployment.cancel',
  'environment.health',
  'environment.rename',
  'fault.add',
  'fault.end',
  'policy.end_exception',
  'policy.except',
  'policy.refuse_exception',
  'policy.request_exception',
  'policy.stop',
  'schedule.change',
  'schedule.create',
  'schedule.delete',
] as const satisfies readonly EnvironmentAction[];

export const MOMENT_KINDS = ['created', 'run', 'outage', 'recovery', 'action'] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

export const MomentSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    kind: z.enum(MOMENT_KINDS),
    user_name: z.string().nullable().meta({ description: 'who did it; null for what came to pass by itself' }),
    run: z
      .object({
        run_id: z.string(),
        kind: z.enum(RUN_KINDS),
        action: ActionViewSchema.nullable().meta({ description: 'what was called; null for other kinds of runs' }),
        version: z.int().nullable().meta({ description: 'of the environment, made by this run' }),
        state: z.enum(DEPLOYMENT_STATUSES),
        outcome: z.enum(RUN_STATES),
      })
      .nullable()
      .meta({ description: 'the run that ended then' }),
    machine: z
      .object({ unit_id: z.string(), host: z.string(), sentence: z.string() })
      .nullable()
      .meta({ description: 'the machine that was found not to work, or to work again' }),
    action: z
      .object({ action: z.string(), target_id: z.string(), details: z.record(z.string(), JsonSchema) })
      .nullable()
      .meta({ description: 'what somebody did, from the audit log; for members' }),
  })
  .meta({ id: 'Moment' });
export type Moment = z.infer<typeof MomentSchema>;

export const MomentListSchema = z.object({ moments: z.array(MomentSchema), next_marker: NextMarkerSchema });
export type MomentList = z.infer<typeof MomentListSchema>;

export const StateAtSchema = z
  .object({
    at: z.string(),
    version: z
      .object({
        version: z.int(),
        run_id: z.string(),
        at: z.string(),
        user_name: z.string(),
        outcome: z.enum(RUN_STATES),
        current: z.boolean().meta({ description: 'whether it is the present one' }),
      })
      .nullable()
      .meta({ description: 'the version in force then; null while nothing was deployed' }),
    document_run_id: z
      .string()
      .nullable()
      .meta({ description: 'the run that had left the environment as it was then, whose packages read it' }),
    services: z.array(ServiceViewSchema).meta({ description: 'as they were then, with what was known of machines' }),
    next: z
      .array(ServiceViewSchema)
      .nullable()
      .meta({ description: 'the services that a deployment under way then was making true, as reached so far' }),
    machines: z.record(z.string(), JsonSchema).meta({
      description: 'the newest phase of each machine by then, by host name',
    }) as unknown as z.ZodType<Record<string, MachinePhase>>,
    run: z.record(z.string(), JsonSchema).nullable().meta({
      description: 'the newest run by then, as far as it had come; null when there was none',
    }) as unknown as z.ZodType<RunProgress | null>,
    log_removed: z.boolean().meta({ description: 'whether the log of that time is no longer kept' }),
  })
  .meta({ id: 'StateAt' });
/** How an environment was; pictures of runs and machines are between the server and the dashboard. */
export type StateAt = z.infer<typeof StateAtSchema>;
