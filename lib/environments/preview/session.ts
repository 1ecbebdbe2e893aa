import { notePredictedFailure } from '@/lib/db/sessions';
import type { Preview } from '@/lib/model/preview';
import { WHOLE_ENVIRONMENT } from '@/lib/model/runs/target';
import { ownSession, requireOpen, type SessionAddress } from '../access/own-session';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { previewView } from './view';

/**
 * What deploying a draft would do: computed by running the conductor on it without letting it act. What fails for sure is
 * kept with the draft: as long as that stands, it is not deployed.
 *
 * @throws as {@link ownSession} and {@link requireOpen}; what the packages or the cloud cannot answer
 */
export async function previewSession({ ctx, input }: UseCaseCall<SessionAddress>): Promise<Preview> {
  requireRole(ctx, 'reader');
  const session = await ownSession(ctx, input);
  requireOpen(session);
  const { environmentId } = input;
  const { name } = await environmentWithHistory(ctx, environmentId);
  const job = {
    kind: 'deploy',
    target: WHOLE_ENVIRONMENT,
    input: {},
    environmentId,
    tenantId: ctx.actor.tenantId,
    stackName: `e${environmentId}`,
    model: { ...session.model, name },
    // of a draft one run is made: it makes up the same names
    seed: session.id,
  } as const;
  const { revision } = session;
  const preview = await previewView(ctx, job, session.baseModel, revision);
  const failure = preview.certain && { revision, ...preview.certain };
  if (failure !== null || session.predictedFailure !== null) await notePredictedFailure(ctx.db, session.id, failure);
  return preview;
}
