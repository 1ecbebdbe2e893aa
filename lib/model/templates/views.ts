import { z } from 'zod';
import { NextMarkerSchema } from '../next-marker';
import { EnvironmentViewSchema } from '../views';
import { BlueprintLossSchema, BlueprintParameterSchema, BlueprintSchema } from './blueprint';

/** What the API shows of templates, and of environments made from a blueprint. Instants are ISO 8601 with Z. */

const NeedsSchema = z.object({ machines: z.int(), vcpus: z.int(), memory_mb: z.int() });

const PlannedServiceSchema = z.object({
  type: z.string(),
  /** of its type: "Active Directory" */
  title: z.string(),
  /** empty where it comes from a parameter */
  name: z.string(),
  machines: z.int(),
});

/** A secret that a blueprint leaves open. */
export const OpenSecretSchema = z.object({
  id: z.string().meta({ description: 'names it in `secrets`' }),
  mode: z.enum(['generate', 'ask']),
  label: z.string(),
  service: z.string(),
  kind: z.enum(['password', 'text']),
});
export type OpenSecret = z.infer<typeof OpenSecretSchema>;

const BlueprintSummary = {
  services: z.array(PlannedServiceSchema),
  needs: NeedsSchema,
  secrets: z.array(OpenSecretSchema),
};

export const TemplateViewSchema = z
  .object({
    id: z.string(),
    origin: z.enum(['shipped', 'tenant']),
    name: z.string(),
    summary: z.string(),
    version: z.string(),
    parameters: z.array(BlueprintParameterSchema),
    ...BlueprintSummary,
    missing_types: z.array(z.string()).meta({ description: 'service types without which it cannot be used' }),
    usual_seconds: z.int().nullable().meta({ description: 'how long such environments took here; null when unknown' }),
    losses: z.array(BlueprintLossSchema).nullable().meta({
      description:
        'its machines without which something ends; empty: it survives the loss of any one; null when unknown',
    }),
    description_text: z.string().meta({ description: 'the summary, by the name that Murano has for it' }),
    is_public: z.boolean().meta({ description: 'everybody may use and clone it' }),
    tenant_id: z.string().nullable().meta({ description: 'whose it is; null for one that ships' }),
    created: z.string().nullable(),
    updated: z.string().nullable(),
    created_by: z.string().nullable(),
    mine: z.boolean(),
  })
  .meta({ id: 'Template' });
export type TemplateView = z.infer<typeof TemplateViewSchema>;

/** A service of a template with all that it holds, what is planned for it, and the header that Murano's objects have. */
export const TemplateServiceSchema = z.looseObject({ type: z.string() }).meta({ id: 'TemplateService' });
export type TemplateService = z.infer<typeof TemplateServiceSchema>;

export const TemplateDetailViewSchema = TemplateViewSchema.extend({
  services: z.array(TemplateServiceSchema),
  blueprint: BlueprintSchema,
}).meta({ id: 'TemplateDetail' });
export type TemplateDetailView = z.infer<typeof TemplateDetailViewSchema>;

export const TemplatePageSchema = z.object({
  templates: z.array(TemplateViewSchema),
  next_marker: NextMarkerSchema,
});
export type TemplatePage = z.infer<typeof TemplatePageSchema>;

/** A secret that was made for an environment. It is answered once and kept sealed from then on. */
export const CredentialSchema = z
  .object({
    label: z.string(),
    services: z.array(z.string()).meta({ description: 'the services that it is for' }),
    value: z.string(),
  })
  .meta({ id: 'Credential' });
export type Credential = z.infer<typeof CredentialSchema>;

export const MadeEnvironmentSchema = z
  .object({
    environment: EnvironmentViewSchema,
    session_id: z.string().meta({ description: 'the draft that holds its services' }),
    deployment_id: z.string().nullable().meta({ description: 'null when it was not to be deployed' }),
    credentials: z.array(CredentialSchema).meta({ description: 'secrets made for it, in clear, this once' }),
  })
  .meta({ id: 'MadeEnvironment' });
export type MadeEnvironment = z.infer<typeof MadeEnvironmentSchema>;

/** What a file would make, and what is wrong with it. */
export const BlueprintCheckSchema = z
  .object({
    name: z.string(),
    ...BlueprintSummary,
    parameters: z.array(BlueprintParameterSchema),
    problems: z.array(z.object({ path: z.string(), code: z.string(), sentence: z.string() })),
  })
  .meta({ id: 'BlueprintCheck' });
export type BlueprintCheck = z.infer<typeof BlueprintCheckSchema>;
