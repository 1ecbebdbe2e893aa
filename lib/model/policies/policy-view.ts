import { z } from 'zod';
import { NextMarkerSchema } from '../next-marker';
import { nameSchema } from '../visible-line';
import { PolicyExceptionViewSchema } from './exceptions';
import { PolicyParametersSchema } from './parameters';
import { PolicyLanguageSchema } from './policy-template';
import { PolicyVerdictSchema } from './verdicts';

/** Whether what a policy forbids stops a run, or informs. */
export const PolicyModeSchema = z.enum(['stop', 'warn']);
export type PolicyMode = z.infer<typeof PolicyModeSchema>;

export const PastVerdictSchema = z.object({
  at: z.string(),
  environment_id: z.string(),
  environment_name: z.string(),
  run_id: z.string().nullable().meta({ description: 'null when the run did not begin' }),
  user_name: z.string(),
  kind: PolicyVerdictSchema.shape.kind,
  stopped: z.boolean(),
  not_enforced: z.boolean().meta({ description: 'the policy only warned, or there was an exception' }),
  excepted: z.boolean(),
  sentence: z.string(),
});
export type PastVerdictView = z.infer<typeof PastVerdictSchema>;

/** How often a policy said what, of attempts to begin a run: in this tenant, or for who administers the installation in all. */
export const PolicyStatisticsSchema = z.object({
  days: z.int().meta({ description: 'how far back it is counted' }),
  stopped: z.int(),
  would_have_stopped: z.int().meta({ description: 'the policy only warned, or there was an exception' }),
  warned: z.int(),
  changed: z.int(),
  failed: z.int().meta({ description: 'the rules could not be asked' }),
  last: z.string().nullable().meta({ description: 'when it said something last' }),
});

/** A policy as the API shows it. */
export const PolicyViewSchema = z
  .object({
    id: z.string(),
    scope: z.enum(['installation', 'tenant']),
    name: z.string(),
    summary: z.string(),
    text: z.string().meta({ description: 'rules in Datalog, see docs/policy.md' }),
    parameters: PolicyParametersSchema,
    enabled: z.boolean(),
    mode: PolicyModeSchema.meta({ description: 'stop: its errors stop a run; warn: they inform, nothing is changed' }),
    version: z.int().meta({ description: 'counts the changes of text and parameters' }),
    created: z.string(),
    changed: z.string(),
    changed_by: z.string().meta({ description: 'name of who changed it last' }),
    may_change: z.boolean().meta({ description: 'whether whoever asks may change it' }),
    template: z.string().nullable().meta({ description: 'the ready policy that it was made of' }),
    language: PolicyLanguageSchema.nullable().meta({ description: 'of what was made of a ready policy' }),
    statistics: PolicyStatisticsSchema,
    exceptions: z.array(PolicyExceptionViewSchema).meta({ description: 'those in force' }),
    verdicts: z.array(PastVerdictSchema).meta({ description: 'the newest things it said in this tenant' }),
  })
  .meta({ id: 'Policy' });
export type PolicyView = z.infer<typeof PolicyViewSchema>;

export const PolicyVersionViewSchema = z.object({
  version: z.int(),
  text: z.string(),
  parameters: PolicyParametersSchema,
  changed: z.string(),
  changed_by: z.string(),
});
export type PolicyVersionView = z.infer<typeof PolicyVersionViewSchema>;

/** A page of the texts that a policy had. */
export const PolicyVersionPageSchema = z.object({
  versions: z.array(PolicyVersionViewSchema),
  next_marker: NextMarkerSchema,
});
export type PolicyVersionPage = z.infer<typeof PolicyVersionPageSchema>;

/** Something that is wrong with a text of rules. */
export const PolicyTextProblemSchema = z.object({
  line: z.int().nullable(),
  column: z.int().nullable(),
  sentence: z.string(),
});
export type PolicyTextProblemView = z.infer<typeof PolicyTextProblemSchema>;

/** The longest text of rules, in characters. */
export const LONGEST_POLICY = 100_000;

/** What is written of a policy. */
export const PolicyInputSchema = z.object({
  name: nameSchema(100),
  summary: z.string().trim().max(500).default(''),
  text: z.string().max(LONGEST_POLICY),
  parameters: PolicyParametersSchema.default({}),
  enabled: z.boolean().default(true),
  mode: PolicyModeSchema.default('stop'),
});
export type PolicyInput = z.infer<typeof PolicyInputSchema>;

/** What a policy would say about environments, or about runs that there were. */
export const PolicyTrialSchema = z.object({
  environments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      tenant_id: z.string(),
      tenant_name: z.string(),
      run: z
        .object({ id: z.string(), kind: z.string(), at: z.string(), user_name: z.string() })
        .nullable()
        .meta({ description: 'the run whose document was asked about; null: the environment as it is' }),
      outcome: z.enum(['pass', 'warn', 'stop']),
      verdicts: z.array(PolicyVerdictSchema),
    }),
  ),
  counts: z
    .object({ asked: z.int(), pass: z.int(), warn: z.int(), stop: z.int() })
    .meta({ description: 'of this page' }),
  total: z.int().meta({ description: 'how many there are to ask about in all' }),
  next: z.string().nullable().meta({ description: 'where the next page begins; null: this is the last' }),
  more: z.boolean().meta({ description: 'whether there is a next page' }),
});
export type PolicyTrial = z.infer<typeof PolicyTrialSchema>;
