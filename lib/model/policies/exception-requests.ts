import { z } from 'zod';
import { IdSchema } from '../environment';
import { NextMarkerSchema } from '../next-marker';

/** A request for leave of a policy as the API shows it: whoever is stopped asks, whoever may change the policy decides. */
export const ExceptionRequestViewSchema = z
  .object({
    id: z.string(),
    policy_id: z.string(),
    policy_name: z.string(),
    tenant_id: z.string(),
    tenant_name: z.string(),
    environment_id: z.string(),
    environment_name: z.string(),
    sentence: z.string().meta({ description: 'what the policy said that stopped them' }),
    reason: z.string(),
    created: z.string(),
    created_by: z.string().meta({ description: 'name of who asks' }),
    state: z.enum(['open', 'granted', 'refused']),
    decided: z.string().nullable(),
    decided_by: z.string().nullable(),
    answer: z.string().nullable().meta({ description: 'why it was refused' }),
  })
  .meta({ id: 'PolicyExceptionRequest' });
export type ExceptionRequestView = z.infer<typeof ExceptionRequestViewSchema>;

/** A page of requests, the newest first. */
export const ExceptionRequestPageSchema = z.object({
  requests: z.array(ExceptionRequestViewSchema),
  next_marker: NextMarkerSchema,
});
export type ExceptionRequestPage = z.infer<typeof ExceptionRequestPageSchema>;

/** What is written of a request. */
export const ExceptionRequestInputSchema = z.object({
  environment_id: IdSchema,
  session_id: IdSchema.meta({ description: 'the draft that the policy stops' }),
  reason: z.string().trim().min(3).max(500),
});
export type ExceptionRequestInput = z.infer<typeof ExceptionRequestInputSchema>;
