import { z } from 'zod';
import { IdSchema } from './environment';
import { StepTimeSchema } from './step-estimate';

/** What becomes of an environment when machines are lost, as a dry run of the packages shows it. */

const MAX_IDS = 2_000;
const IdsSchema = z.array(IdSchema).max(MAX_IDS).default([]);

export const WhatIfRequestSchema = z
  .strictObject({
    units: IdsSchema.meta({ description: 'machines that fail' }),
    services: IdsSchema.meta({ description: 'services all of whose machines fail' }),
  })
  .refine(({ units, services }) => units.length + services.length > 0, {
    error: 'Name a machine or a service that fails.',
  });
export type WhatIfRequest = z.input<typeof WhatIfRequestSchema>;

const AddressAnswerSchema = z.object({
  answers: z.boolean(),
  host: z.string().nullable().meta({ description: 'who answers; null: nobody, or any of several in turn' }),
  reason: z.string().nullable().meta({ description: 'why nobody does' }),
});

export const WhatIfSchema = z.object({
  survives: z.boolean().meta({ description: 'whether everything that was done for people still is' }),
  machines: z.array(
    z.object({
      unit_id: z.string(),
      service_id: z.string(),
      host: z.string(),
      state: z.enum(['off', 'hurt', 'works']).meta({ description: 'hurt: it is up and cannot do all that it did' }),
    }),
  ),
  services: z.array(
    z.object({
      service_id: z.string(),
      name: z.string(),
      state: z.enum(['off', 'fails', 'reduced', 'works']).meta({
        description:
          'off: none of its machines is up; fails: what it is there for is not done; reduced: with fewer machines',
      }),
    }),
  ),
  addresses: z.array(
    z.object({ service_id: z.string(), url: z.string(), before: AddressAnswerSchema, after: AddressAnswerSchema }),
  ),
  promises: z.array(
    z.object({
      package: z.string(),
      name: z.string(),
      of: z.string().nullable().meta({ description: 'what several machines keep together; null: one keeps its own' }),
      units: z.array(z.string()),
      outcome: z.enum(['kept', 'moved', 'broken']),
      lead: z.string().nullable().meta({ description: 'host name of the machine in charge' }),
      text: z.string().nullable().meta({ description: 'in the words of its package' }),
    }),
  ),
  recovery: StepTimeSchema.nullable().meta({
    description: 'how long repairs of machines that were off took in this installation; null: none was measured yet',
  }),
  advice: z.array(
    z.object({
      service_id: z.string(),
      machines: z.int().meta({ description: 'how many machines the service would have' }),
      enough: z.boolean().meta({ description: 'whether everything would go on then' }),
      averts: z.array(z.string()).meta({ description: 'what would not happen then: broken promises and addresses' }),
      sentence: z.string(),
    }),
  ),
});
export type WhatIf = z.infer<typeof WhatIfSchema>;
export type WhatIfMachine = WhatIf['machines'][number];
export type WhatIfService = WhatIf['services'][number];

/** Whether an environment survives the loss of any one of its machines. */
export const SurvivalSchema = z.object({
  survives: z.boolean(),
  of: z.enum(['deployed', 'draft']).meta({
    description:
      'draft: with the machines that it adds to services, without those that it takes out; deployed: as it is now, also where a draft does more than that',
  }),
  machines: z.int().meta({ description: 'how many there are' }),
  tried: z.int().meta({ description: 'of how many the loss was tried' }),
  losses: z.array(
    z.object({
      unit_id: z.string(),
      host: z.string(),
      sentences: z.array(z.string()).meta({ description: 'what ends without this machine' }),
    }),
  ),
});
export type Survival = z.infer<typeof SurvivalSchema>;
