import { z } from 'zod';
import { JsonSchema } from './json';

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
});

export type Unit = z.infer<typeof UnitSchema>;
export type Service = z.infer<typeof ServiceSchema>;
export type EnvironmentModel = z.infer<typeof EnvironmentModelSchema>;

/** What an environment is doing, as the API tells it (guide table 4.1, with deletion and failure told too). */
export const ENVIRONMENT_STATUSES = ['ready', 'pending', 'deploying', 'deleting', 'failed'] as const;
export type EnvironmentStatus = (typeof ENVIRONMENT_STATUSES)[number];

/** States of a session: guide table 4.12, with `invalid` for one that another session overtook. */
export const SESSION_STATES = ['open', 'deploying', 'deployed', 'invalid'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Stored states of a deployment. */
export const DEPLOYMENT_STATES = ['queued', 'running', 'success', 'failed', 'cancelled'] as const;
export type DeploymentState = (typeof DEPLOYMENT_STATES)[number];

/** How a deployment can end. */
export const DEPLOYMENT_OUTCOMES = ['success', 'failed', 'cancelled'] as const;
export type DeploymentOutcome = (typeof DEPLOYMENT_OUTCOMES)[number];

/** States of a deployment as the API tells them (Murano's words, with `cancelled`). */
export const DEPLOYMENT_STATUSES = [
  'running',
  'running_w_warnings',
  'running_w_errors',
  'success',
  'completed_w_warnings',
  'completed_w_errors',
  'cancelled',
] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** The state a deployment shows: errors outrank warnings, a failure is `completed_w_errors`. */
export function deploymentStatus(state: DeploymentState, warnings: number, errors: number): DeploymentStatus {
  if (state === 'cancelled') return 'cancelled';
  if (state === 'failed') return 'completed_w_errors';
  const level = errors > 0 ? 'errors' : warnings > 0 ? 'warnings' : null;
  if (state === 'success') return level ? `completed_w_${level}` : 'success';
  return level ? `running_w_${level}` : 'running';
}
