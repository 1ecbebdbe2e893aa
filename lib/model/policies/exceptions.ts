import { z } from 'zod';
import { IdSchema } from '../environment';
import { NextMarkerSchema } from '../next-marker';

/** Leave of a policy as the API shows it: until its day, what the policy forbids there is told and stops nothing. */
export const PolicyExceptionViewSchema = z
  .object({
    id: z.string(),
    policy_id: z.string(),
    tenant_id: z.string(),
    tenant_name: z.string(),
    environment_id: z.string().nullable().meta({ description: 'null: all environments of the tenant' }),
    environment_name: z.string().nullable(),
    reason: z.string(),
    until: z.string(),
    created: z.string(),
    created_by: z.string(),
    ended: z.string().nullable().meta({ description: 'when somebody ended it before its day' }),
    ended_by: z.string().nullable(),
    active: z.boolean(),
  })
  .meta({ id: 'PolicyException' });
export type PolicyExceptionView = z.infer<typeof PolicyExceptionViewSchema>;

/** A page of the exceptions that there were from a policy. */
export const PolicyExceptionPageSchema = z.object({
  exceptions: z.array(PolicyExceptionViewSchema),
  next_marker: NextMarkerSchema,
});
export type PolicyExceptionPage = z.infer<typeof PolicyExceptionPageSchema>;

/** What is written of an exception. */
export const PolicyExceptionInputSchema = z.object({
  environment_id: IdSchema.optional().meta({ description: 'left out: all environments of the tenant' }),
  tenant_id: IdSchema.optional().meta({
    description: 'another tenant than mine: for who administers the installation, from a policy of the installation',
  }),
  reason: z.string().trim().min(3).max(500),
  until: z.iso.datetime({ offset: true }).meta({ description: 'when it ends by itself; within a year' }),
});
export type PolicyExceptionInput = z.infer<typeof PolicyExceptionInputSchema>;
