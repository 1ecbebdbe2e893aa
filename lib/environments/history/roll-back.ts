import { newId } from '@/lib/crypto';
import { findVersion } from '@/lib/db/history';
import { insertSession } from '@/lib/db/sessions';
import { errors } from '@/lib/errors';
import { diffModels } from '@/lib/model/diff';
import type { SessionView } from '@/lib/model/views';
import { visibleEnvironment } from '../access/visible';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { noSuchRun, type RunAddress } from '../runs/get';
import { explainNoSession, sessionOpened } from '../sessions/configure';
import { sessionView } from '../sessions/view';
import { restoredModel } from './restored-model';

/**
 * Opens a draft that goes back to the version a deployment made. Nothing is deployed by it: it is reviewed, edited,
 * deployed or discarded like any other draft.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`, `deployment_not_found`;
 *   state_forbids `environment_deploying`, `environment_deleting`; conflict `version_is_current` when what is deployed
 *   now is that version, or the same as it
 */
export async function rollBack({ ctx, input }: UseCaseCall<RunAddress>): Promise<SessionView> {
  requireRole(ctx, 'member');
  const { actor, db } = ctx;
  const { environmentId, runId } = input;
  const environment = await visibleEnvironment(ctx, environmentId);
  if (environment.activeRunId || environment.deleting) throw await explainNoSession(ctx, environmentId);
  const then = await findVersion(db, environmentId, { runId });
  if (!then) throw noSuchRun('deployment');
  const model = restoredModel(then.asked, environment.model, ctx.now());
  const types = await ctx.catalog.serviceTypes(actor.tenantId, model.packages);
  const changes = diffModels(environment.model, model, types).length;
  if (then.version === environment.version || changes === 0) {
    throw errors.conflict(
      'version_is_current',
      then.version === environment.version
        ? `Version ${then.version} is the present one; there is nothing to go back to. To repeat it, deploy again.`
        : `What is deployed now is the same as version ${then.version}; there is nothing to go back to.`,
    );
  }
  const id = newId();
  const event = sessionOpened(ctx, environmentId, id);
  const opened = await insertSession(
    db,
    {
      id,
      environmentId,
      tenantId: actor.tenantId,
      userId: actor.userId,
      draft: { model, changes },
      version: environment.version,
      restores: { version: then.version, runId },
    },
    { ...event, text: `${actor.userName} opened a session to go back to version ${then.version}` },
    auditOf(ctx, 'session.rollback', 'session', id, { environmentId, runId, version: then.version }),
  );
  if (!opened) throw await explainNoSession(ctx, environmentId);
  return sessionView(opened);
}
