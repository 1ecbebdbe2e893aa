import { z } from 'zod';
import { IdSchema } from '../environment';
import type { JsonObject } from '../json';
import { JsonSchema } from '../json-schema';
import { UNIT_WORKFLOWS } from '../runs/unit-workflows';
import { nameSchema } from '../visible-line';

/** What becomes of occurrences at which no server was there: nothing, or one run once there is one again. */
export const WHEN_MISSED = ['skip', 'once'] as const;
export type WhenMissed = (typeof WHEN_MISSED)[number];

/** What came of an occurrence: a run, a refusal, or nobody was there. */
export const FIRING_OUTCOMES = ['started', 'refused', 'missed'] as const;
export type FiringOutcome = (typeof FIRING_OUTCOMES)[number];

const MAX_UNITS = 1000;

/** A schedule as somebody writes it. */
export const ScheduleInputSchema = z.object({
  name: nameSchema(100),
  workflow: z.enum(UNIT_WORKFLOWS),
  operation: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .meta({ description: 'of execute_operation: its name, as `customOperations` of the service type says' }),
  parameters: z
    .record(z.string(), JsonSchema)
    .default({} satisfies JsonObject)
    .meta({
      description: 'of execute_operation: what it asks for, by name; secrets are sealed, and never shown again',
    }),
  service_id: IdSchema.nullable().default(null).meta({ description: 'only the machines of this service' }),
  unit_ids: z
    .array(IdSchema)
    .min(1)
    .max(MAX_UNITS)
    .nullable()
    .default(null)
    .meta({ description: 'only these machines' }),
  cron: z
    .string()
    .trim()
    .max(200)
    .meta({ description: 'minute, hour, day of the month, month, day of the week: `0 20 * * 1-5`' }),
  time_zone: z.string().max(64).meta({ description: 'whose clock it goes by: `Europe/Berlin`' }),
  enabled: z.boolean().default(true),
  when_missed: z
    .enum(WHEN_MISSED)
    .default('skip')
    .meta({ description: 'occurrences at which no server was there: skip, or run once when there is one again' }),
});
export type ScheduleInput = z.infer<typeof ScheduleInputSchema>;

const FiringSchema = z.object({
  due: z.string().meta({ description: 'the occurrence that it stands for' }),
  at: z.string(),
  outcome: z.enum(FIRING_OUTCOMES),
  run_id: z.string().nullable(),
  sentence: z.string().nullable().meta({ description: 'why nothing began' }),
});

export const ScheduleViewSchema = ScheduleInputSchema.extend({
  id: z.string(),
  environment_id: z.string(),
  workflow: z.string(),
  operation_title: z.string().nullable().meta({ description: 'what people call the operation' }),
  user_id: z.string().meta({ description: 'in whose name it runs: who wrote it, or changed it last' }),
  user_name: z.string(),
  next: z.string().nullable().meta({ description: 'the next occurrence; null while it is off' }),
  retry: z.string().nullable().meta({ description: 'when an occurrence that was refused is tried again' }),
  recent: z.array(FiringSchema).meta({ description: 'what came of the last occurrences, the newest first' }),
  problem: z
    .object({ code: z.string(), sentence: z.string() })
    .nullable()
    .meta({ description: 'why it was switched off by itself' }),
  created: z.string(),
  changed: z.string(),
}).meta({ id: 'Schedule' });
export type ScheduleView = z.infer<typeof ScheduleViewSchema>;
