import { errors } from '@/lib/errors';
import { PACKAGE_PREFIX } from '@/lib/model/diff';
import type { EnvironmentModel } from '@/lib/model/environment';
import { extensionMoves } from '@/lib/model/package-lock';
import { type RevertTarget, revert } from '@/lib/model/revert';
import type { SessionAddress } from '../access/own-session';
import { ownSession } from '../access/own-session';
import type { UseCaseCall } from '../context';
import { type Edit, editDraft } from '../services/edit';

/**
 * Takes one change out of a draft: a service, a unit, a property or the version of a package is again as it was when the session was opened.
 * Whether the draft can still be deployed then its diff says.
 *
 * @throws as `editDraft`; not_found `change_not_found` when there is no such service, unit or property
 */
export async function revertChange({ ctx, input }: UseCaseCall<SessionAddress & RevertTarget>): Promise<void> {
  const { environmentId, sessionId, serviceId, unitId, property } = input;
  const { baseModel } = await ownSession(ctx, { environmentId, sessionId });
  const target = {
    serviceId,
    ...(unitId === undefined ? {} : { unitId }),
    ...(property === undefined ? {} : { property }),
  };
  await editDraft(ctx, { environmentId, sessionId }, ({ model }) => {
    const name = packageIn(property);
    if (name !== null) return packageBack(baseModel, model, name);
    const services = revert(baseModel, model, target);
    if (!services) {
      throw errors.notFound('change_not_found', 'There is nothing to put back: the draft is no longer as you saw it.');
    }
    const title = [...baseModel.services, ...model.services].find(({ id }) => id === serviceId)?.name ?? '';
    return {
      services,
      result: null,
      text: `put ${title} back`,
      audit: { action: 'session.revert_change', targetId: serviceId, details: { ...target, name: title } },
    };
  });
}

/** The package whose move a change tells; null for any other change. */
function packageIn(property: string | undefined): string | null {
  return property?.startsWith(PACKAGE_PREFIX) ? property.slice(PACKAGE_PREFIX.length) : null;
}

function packageBack(base: EnvironmentModel, { services, packages }: EnvironmentModel, name: string): Edit<null> {
  const before = base.packages?.[name];
  const isTaken = extensionMoves(base.packages, packages).some((one) => one.name === name && one.to !== null);
  if (isTaken) {
    const { [name]: _taken, ...others } = packages ?? {};
    return {
      ...{ services, packages: others, result: null, text: `gave ${name} up` },
      audit: { action: 'session.revert_change', targetId: name, details: { name, version: null } },
    };
  }
  if (!before) {
    throw errors.notFound('change_not_found', 'There is nothing to put back: the draft is no longer as you saw it.');
  }
  return {
    services,
    packages: { ...packages, [name]: before },
    result: null,
    text: `put ${name} back to version ${before.version}`,
    audit: { action: 'session.revert_change', targetId: name, details: { name, version: before.version } },
  };
}
