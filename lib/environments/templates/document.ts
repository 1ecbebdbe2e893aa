import { errors } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { ownSession, requireValid } from '../access/own-session';
import { visibleEnvironment } from '../access/visible';
import type { Context } from '../context';

export interface DocumentAddress {
  environmentId: string;
  /** from the header X-Configuration-Session: takes that session's draft instead of what is deployed */
  sessionId: string | undefined;
}

/**
 * The document of an environment to be copied: as deployed, or as drafted in one's own session.
 *
 * @throws forbidden `other_tenant`, `session_of_another_user`; not_found `environment_not_found`,
 *   `session_not_found`; state_forbids `session_invalid`
 */
export async function documentOf(
  ctx: Context,
  { environmentId, sessionId }: DocumentAddress,
): Promise<EnvironmentModel> {
  const environment = await visibleEnvironment(ctx, environmentId);
  if (sessionId === undefined) return { ...environment.model, name: environment.name };
  const session = await ownSession(ctx, { environmentId, sessionId });
  requireValid(session);
  return { ...session.model, name: environment.name };
}

/**
 * Refuses a document without services: nothing could be made of it.
 *
 * @throws state_forbids `environment_empty`
 */
export function requireServices({ services }: EnvironmentModel): void {
  if (services.length > 0) return;
  throw errors.stateForbids(
    'environment_empty',
    'This environment has no services yet. Add one, or name the session whose draft has them.',
  );
}
