import { errors } from '@/lib/errors';
import { type RevertTarget, revert } from '@/lib/model/revert';
import type { Ask } from '../context';
import { editDraft } from '../services/edit';
import type { SessionAddress } from './own-session';
import { ownSession } from './own-session';

/**
 * Takes one change out of a draft: a service, a unit or a property is again as it was when the session was opened.
 * Whether the draft can still be deployed then its diff says.
 *
 * @throws as `editDraft`; not_found `change_not_found` when there is no such service, unit or property
 */
export async function revertChange({ ctx, input }: Ask<SessionAddress & RevertTarget>): Promise<void> {
  const { environmentId, sessionId, serviceId, unitId, property } = input;
  const { baseModel } = await ownSession(ctx, { environmentId, sessionId });
  const target = {
    serviceId,
    ...(unitId === undefined ? {} : { unitId }),
    ...(property === undefined ? {} : { property }),
  };
  await editDraft(ctx, { environmentId, sessionId }, ({ model }) => {
    const services = revert(baseModel, model, target);
    if (!services) {
      throw errors.notFound('change_not_found', 'There is nothing to put back: the draft is no longer as you saw it.');
    }
    const name = [...baseModel.services, ...model.services].find(({ id }) => id === serviceId)?.name ?? '';
    return {
      services,
      result: null,
      text: `put ${name} back`,
      audit: { action: 'session.revert_change', targetId: serviceId, details: { ...target, name } },
    };
  });
}
