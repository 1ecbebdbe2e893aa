import { z } from 'zod';
import { ExceptionRequestViewSchema } from './exception-requests';
import { ExplanationStepSchema } from './explanation';

/** What one rule of a policy says about what a run asks for. */
export const PolicyVerdictSchema = z
  .object({
    policyId: z.string(),
    policy: z.string().meta({ description: 'what the policy is called' }),
    kind: z.enum(['error', 'warning', 'modification', 'failure']).meta({
      description:
        'error: it stops, unless `stops` is false; modification: what was changed; failure: the rules could not be asked',
    }),
    stops: z.boolean().meta({ description: 'whether the run may not begin because of it' }),
    not_enforced: z
      .boolean()
      .meta({ description: 'it would stop, or change, but the policy only warns or there is an exception' }),
    excepted: z
      .object({ until: z.string(), reason: z.string(), by: z.string().meta({ description: 'name of who made it' }) })
      .nullable()
      .optional()
      .meta({ description: 'the exception for which it stops nothing' }),
    why: z
      .array(ExplanationStepSchema)
      .optional()
      .meta({ description: 'the rules and facts behind it, when asked for' }),
    sentence: z.string(),
    object_id: z.string().nullable(),
    service_id: z.string().nullable().meta({ description: 'the service that it is about, where it is one' }),
    service_name: z.string().nullable(),
    unit_id: z.string().nullable(),
    property: z
      .string()
      .nullable()
      .meta({ description: 'path in the service of the answer that it is about: `size`, `units.0.zone`' }),
    properties: z
      .array(z.string())
      .optional()
      .meta({ description: 'of every answer that it rests on, `property` among them' }),
  })
  .meta({ id: 'PolicyVerdict' });
export type PolicyVerdict = z.infer<typeof PolicyVerdictSchema>;

/** What all policies say about what a run asks for. */
export const PolicyCheckSchema = z.object({
  outcome: z.enum(['pass', 'warn', 'stop']),
  policies: z.int().meta({ description: 'how many were asked' }),
  verdicts: z.array(PolicyVerdictSchema),
  exceptions_by: z
    .array(
      z.object({
        policyId: z.string(),
        policy: z.string(),
        names: z.array(z.string()).meta({ description: 'three at most; none where an identity provider knows them' }),
        request: ExceptionRequestViewSchema.nullable().meta({
          description: 'the newest request for an exception from it, for this environment',
        }),
      }),
    )
    .meta({ description: 'who may make an exception from what stops whoever asks, who may not' }),
  /** by name, what policies changed of services and units */
  changes: z
    .array(z.object({ service_id: z.string(), sentence: z.string() }))
    .meta({ description: 'what policies changed of the draft, sentence by sentence' }),
});
export type PolicyCheck = z.infer<typeof PolicyCheckSchema>;

/** What stands for verdicts of a kind that are not told. */
export const furtherVerdicts = (count: number) => `This policy has ${count} more things of this kind to say.`;

/** In one word what verdicts come to. */
export function outcomeOf(verdicts: readonly PolicyVerdict[]): PolicyCheck['outcome'] {
  if (verdicts.some(({ stops }) => stops)) return 'stop';
  return verdicts.length > 0 ? 'warn' : 'pass';
}
