import { z } from 'zod';
import { ActionArgumentSchema } from './action-arguments';
import { JsonSchema } from './json-schema';

/** A value as one of its sources has it; absent where it has none. Secrets are masked. */
const Given = JsonSchema.optional();

const ConfiguredPropertySchema = ActionArgumentSchema.extend({
  file: Given.meta({ description: 'what a file of the server gives it' }),
  installation: Given.meta({ description: 'what is set for all tenants' }),
  tenant: Given.meta({ description: 'what is set for the tenant that was asked about; it wins over all others' }),
}).meta({ id: 'ConfiguredProperty' });
export type ConfiguredProperty = z.infer<typeof ConfiguredPropertySchema>;

/** What operators give to the classes of a package. */
export const PackageConfigurationSchema = z
  .object({
    package: z.string(),
    tenant_id: z
      .string()
      .nullable()
      .meta({ description: 'whose own values are told; null: those of all tenants alone' }),
    classes: z.array(
      z.object({ name: z.string().meta({ description: 'full name' }), properties: z.array(ConfiguredPropertySchema) }),
    ),
    tenants: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: 'the tenants that have values of their own' }),
    problems: z
      .array(z.object({ path: z.string(), code: z.string(), sentence: z.string() }))
      .meta({ description: 'what contracts refuse of the values of files: `path` is class, dot, property' }),
  })
  .meta({ id: 'PackageConfiguration' });
export type PackageConfigurationView = z.infer<typeof PackageConfigurationSchema>;

/** Values by property, by full name of the class. */
export const ClassConfigsSchema = z.record(z.string().max(200), z.record(z.string().max(200), JsonSchema));
