import type { Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { UseCaseCall } from '../context';
import { type Edit, type EditAddress, editDraft, refuseProblems } from './edit';
import { prepareService, type ServiceContext, withService } from './prepare';
import { refuseReadOnly } from './read-only';
import { nothingAtError, traverse, withValueAt } from './traverse';

/**
 * Removes from a draft (guide, table 4.27): all services, one, or any attribute or list item below.
 * What is deployed stays until the session is deployed.
 *
 * @param input `path`: segments below `/services`; none removes all services
 * @throws as `editDraft`; not_found `service_not_found`; invalid_input when something is removed that its
 *   service needs
 */
export async function removeFromServices({ ctx, input }: UseCaseCall<EditAddress & { path: string[] }>): Promise<void> {
  await editDraft(ctx, input, (context) => removing(input.path, context));
}

/** Removes all services, one, or a value below one, as one edit of a draft. @throws as {@link removeFromServices} */
export function removing(path: string[], context: ServiceContext): Edit<null> {
  const { model } = context;
  const [key, ...rest] = path;
  if (key === undefined) {
    return {
      services: [],
      result: null,
      text: 'removed all services',
      audit: { action: 'service.remove_all', targetId: model.id },
    };
  }
  const before = traverse(model.services as Json, [key]) as Service | undefined;
  if (!before) throw nothingAtError(path);
  if (rest.length === 0) {
    return {
      services: model.services.filter(({ id }) => id !== before.id),
      result: null,
      text: `removed ${before.name}`,
      audit: { action: 'service.remove', targetId: before.id, details: { name: before.name } },
    };
  }
  refuseReadOnly(rest);
  const changed = withValueAt(before as JsonObject, rest, undefined);
  if (!isObject(changed)) throw nothingAtError(path);
  // Without its list a service would keep its units: removing the list means to have none.
  const { service, problems } = prepareService(
    rest[0] === 'units' ? { units: [], ...changed } : changed,
    before,
    context,
  );
  refuseProblems(problems);
  return {
    services: withService(model, service).services,
    result: null,
    text: `removed ${rest.join('/')} of ${before.name}`,
    audit: { action: 'service.change', targetId: before.id, details: { name: before.name, path: rest.join('/') } },
  };
}
