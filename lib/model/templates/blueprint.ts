import { z } from 'zod';
import type { JsonObject } from '../json';
import { JsonSchema } from '../json-schema';
import { MAX_SERVICES } from '../size-rules';
import { INVISIBLE_CHARACTERS, isVisibleLine } from '../visible-line';

/**
 * A blueprint: an environment on paper, without ids, state or secrets. Templates that ship, templates that a
 * tenant saved and exported files are all blueprints. Two kinds of object stand for a value that comes later:
 * `{"$secret": "generate"}` or `{"$secret": "ask"}`, and `{"$parameter": "domain"}`.
 */
export const BLUEPRINT_FORMAT = 'VetroEnvironment/1.0';

/** Something a template asks for besides the environment's name; each has a default. */
export const BlueprintParameterSchema = z.strictObject({
  name: z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/, 'a parameter is named with letters and digits'),
  kind: z.enum(['domainName', 'url', 'string']),
  label: z.string().min(1).max(100),
  help: z.string().max(500).default(''),
  /** left out for a domain name: it is then made of the environment's name */
  default: z.string().max(500).optional(),
});
export type BlueprintParameter = z.infer<typeof BlueprintParameterSchema>;

const ServicePlanSchema = z
  .record(z.string(), JsonSchema)
  .refine(({ type }) => typeof type === 'string' && type !== '', {
    path: ['type'],
    message: 'Say which type of service this is',
  });

export const BlueprintSchema = z
  .strictObject({
    format: z.literal(BLUEPRINT_FORMAT),
    name: z.string().trim().min(1, 'Give it a name').max(255).refine(isVisibleLine, { error: INVISIBLE_CHARACTERS }),
    summary: z.string().max(500).default(''),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+$/, 'a version has three numbers, for example 1.0.0')
      .default('1.0.0'),
    parameters: z.array(BlueprintParameterSchema).max(20).default([]),
    services: z.array(ServicePlanSchema).max(MAX_SERVICES, `An environment can have at most ${MAX_SERVICES} services`),
  })
  .meta({ id: 'Blueprint' });
export type Blueprint = Omit<z.infer<typeof BlueprintSchema>, 'services'> & { services: JsonObject[] };

/** A machine of a blueprint that cannot be missed. */
export const BlueprintLossSchema = z.strictObject({
  host: z.string().min(1).max(63).meta({ description: 'its host name' }),
  sentence: z
    .string()
    .min(1)
    .max(500)
    .meta({ description: 'what ends without it, in the words of its package; {name} stands for the parameter name' }),
});
export type BlueprintLoss = z.infer<typeof BlueprintLossSchema>;

/**
 * A blueprint that ships: besides, what ends without which of its machines. Tests deploy it and switch each machine off; a
 * file that comes from elsewhere may not claim that.
 */
export const ShippedBlueprintSchema = BlueprintSchema.extend({ losses: z.array(BlueprintLossSchema).optional() });
