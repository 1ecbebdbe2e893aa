import { z } from 'zod';
import { EnvironmentNetworkSchema } from './environment-network';
import { JsonSchema } from './json-schema';
import { PackageLockSchema } from './package-lock';

/** Ids are 32 lower-case hex digits, as Murano made them. */
export const IdSchema = z.string().regex(/^[0-9a-f]{32}$/, 'an id is 32 hexadecimal digits');

/** A unit is one machine of a service. `state` survives deployments; `temp` never does. */
export const UnitSchema = z.looseObject({
  id: IdSchema,
  name: z.string(),
  state: z.record(z.string(), JsonSchema).optional(),
});

/** A service: units that share a purpose. Further properties are its type's own. */
export const ServiceSchema = z.looseObject({
  id: IdSchema,
  type: z.string(),
  name: z.string(),
  created: z.string().optional(),
  updated: z.string().optional(),
  unitNamingPattern: z.string().optional(),
  units: z.array(UnitSchema),
  state: z.record(z.string(), JsonSchema).optional(),
});

/** The object model: what the wizard edits, the API serves, the conductor reads and the graph draws. */
export const EnvironmentModelSchema = z.looseObject({
  id: IdSchema,
  name: z.string(),
  services: z.array(ServiceSchema),
  state: z.record(z.string(), JsonSchema).optional(),
  /** which version of each package its services work with; what it does not name is taken in its newest version */
  packages: PackageLockSchema.optional(),
  /** chosen when the environment was made, for good; absent: the network of the installation */
  network: EnvironmentNetworkSchema.optional(),
  /** where all its stacks are, for good; absent: the usual one of the cloud, or the only one */
  region: z.string().optional(),
});

export type Unit = z.infer<typeof UnitSchema>;
export type Service = z.infer<typeof ServiceSchema>;
export type EnvironmentModel = z.infer<typeof EnvironmentModelSchema>;
