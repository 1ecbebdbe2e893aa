import { z } from 'zod';
import { JsonSchema } from '../json-schema';
import { NextMarkerSchema } from '../next-marker';
import { PolicyVerdictSchema } from '../policies/verdicts';
import { DeploymentViewSchema, ReportViewSchema } from '../views';
import { ActionViewSchema } from './action';
import { CANCEL_MODES } from './cancel-mode';
import { MACHINE_RESULTS, RUN_VERDICTS } from './conclusion';
import { RUN_KINDS } from './kinds';
import { RunPlaceSchema } from './run-place';
import { RunTargetSchema } from './target';
import { SKIP_REASONS, UNIT_PLAN_STEPS } from './unit-plan';

const RunConclusionSchema = z
  .object({
    verdict: z.enum(RUN_VERDICTS).meta({ description: 'how it ended' }),
    machines: z
      .array(
        z.object({
          unitId: z.string(),
          host: z.string(),
          does: z.enum(UNIT_PLAN_STEPS).meta({ description: 'what was planned' }),
          because: z.enum(SKIP_REASONS).nullable().meta({ description: 'why nothing was planned' }),
          result: z
            .enum(MACHINE_RESULTS)
            .meta({ description: 'what was done: as planned, or what else happened; unreached: not all of it' }),
          differences: z.array(z.string()).meta({ description: 'what was found changed by hand, as the machine says' }),
        }),
      )
      .meta({ description: 'of a workflow, by machine: failures first, what was left alone last' }),
  })
  .meta({ id: 'RunConclusion' });

/** A run of any kind as the API shows it; a deployment is one that asked for a document. */
export const RunViewSchema = DeploymentViewSchema.extend({
  kind: z.enum(RUN_KINDS),
  target: RunTargetSchema.meta({ description: 'what of the environment it is for' }),
  action: ActionViewSchema.nullable().meta({
    description: 'what is called, by an action or by execute_operation; null for other kinds of runs',
  }),
  changes_model: z
    .boolean()
    .nullable()
    .meta({ description: 'whether it changed the document of the environment; null until that is known' }),
  version: z
    .int()
    .nullable()
    .meta({ description: 'of the environment, made by this run; null when it makes none, or not yet' }),
  result: JsonSchema.meta({ description: 'what it answered; null until then. Secrets masked' }),
  conclusion: RunConclusionSchema.nullable().meta({
    description: 'how it ended and what came of each machine; null until then',
  }),
  verdicts: z.array(PolicyVerdictSchema).meta({ description: 'what policies said as it began' }),
  log_removed: z
    .boolean()
    .meta({ description: 'whether its log was kept for long enough and is gone; the run itself is kept for longer' }),
  cancel: z
    .object({
      mode: z.enum(CANCEL_MODES).meta({
        description:
          'cancel: nothing new begins; force: nothing is waited for any more; kill: it is over, whatever its program does',
      }),
      at: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'how its end was asked for; null when nobody did' }),
  description: DeploymentViewSchema.shape.description
    .nullable()
    .meta({ description: 'the document that was asked for, secrets masked; null when none was' }),
}).meta({ id: 'Run' });
export type RunView = z.infer<typeof RunViewSchema>;

export const RunPageSchema = z.object({ runs: z.array(RunViewSchema), next_marker: NextMarkerSchema });
export type RunPage = z.infer<typeof RunPageSchema>;

/** One run, with all that is shown of it alone. */
export const RunDetailSchema = z.object({
  run: RunViewSchema,
  reports: z.array(ReportViewSchema),
  reached: RunViewSchema.shape.description.meta({
    description:
      'the document as the run has left it, secrets masked; null while it goes on, and where it changed nothing',
  }),
  place: RunPlaceSchema.nullable().meta({
    description: 'where it stands among runs that wait; null once it has begun',
  }),
});
export type RunDetail = z.infer<typeof RunDetailSchema>;
