/** What an environment is doing, as the API tells it (guide table 4.1, with deletion and failure told too). */
export const ENVIRONMENT_STATUSES = ['ready', 'pending', 'deploying', 'deleting', 'failed'] as const;
export type EnvironmentStatus = (typeof ENVIRONMENT_STATUSES)[number];

/**
 * What is deployed in an environment, whatever anybody drafts: nothing yet, all as asked, something under way, or what
 * the newest deployment left when it failed or was stopped.
 */
export const DEPLOYED_STATUSES = ['nothing', 'ready', 'deploying', 'deleting', 'failed', 'stopped'] as const;
export type DeployedStatus = (typeof DEPLOYED_STATUSES)[number];

/** States of a session: guide table 4.12, with `invalid` for one that another session overtook. */
export const SESSION_STATES = ['open', 'deploying', 'deployed', 'invalid'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Stored states of a deployment. */
export const RUN_STATES = ['queued', 'running', 'success', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** How a deployment can end. */
export const RUN_OUTCOMES = ['success', 'failed', 'cancelled'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

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
export function deploymentStatus(state: RunState, warnings: number, errors: number): DeploymentStatus {
  if (state === 'cancelled') return 'cancelled';
  if (state === 'failed') return 'completed_w_errors';
  const level = errors > 0 ? 'errors' : warnings > 0 ? 'warnings' : null;
  if (state === 'success') return level ? `completed_w_${level}` : 'success';
  return level ? `running_w_${level}` : 'running';
}
