import { newId } from '@/lib/crypto';
import { errors } from '@/lib/errors';
import type { Unit } from '@/lib/model/environment';
import { leadingUnit } from '@/lib/model/installed';
import { unitTitle } from '@/lib/model/unit-title';
import type { UseCaseCall } from '../context';
import { type Edit, type EditAddress, editDraft } from './edit';
import { type ServiceContext, withService } from './prepare';

/**
 * Puts a fresh machine in the place of another in a draft: with the same settings, without what the other has reached.
 *
 * @returns the id of the new unit
 * @throws as `editDraft`; not_found `unit_not_found`; state_forbids `unit_not_replaceable`
 */
export async function replaceUnit({
  ctx,
  input,
}: UseCaseCall<EditAddress & { unitId: string }>): Promise<{ id: string }> {
  const { result } = await editDraft(ctx, input, (context) => replaceIn(context, input.unitId));
  return { id: result };
}

function replaceIn(context: ServiceContext, unitId: string): Edit<string> {
  const before = context.model.services.find(({ units }) => units.some(({ id }) => id === unitId));
  const place = before?.units.findIndex(({ id }) => id === unitId) ?? -1;
  const unit = before?.units[place];
  if (!before || !unit) throw errors.notFound('unit_not_found', 'There is no such machine in your draft.');
  const type = context.types.find((one) => one.type === before.type) ?? null;
  const title = unitTitle(type, before, unit);
  if (!type || type.units.managed) {
    throw errors.stateForbids('unit_not_replaceable', `The package of ${before.name} decides about its machines.`);
  }
  if (type.exactlyOne && leadingUnit(type, before)?.id === unitId) {
    throw errors.stateForbids(
      'unit_not_replaceable',
      `The other machines of ${before.name} follow ${title}: a fresh one would have nothing of what they need.`,
    );
  }
  const id = newId();
  // its settings were checked when they were made, and their secrets are sealed
  const service = { ...before, units: before.units.with(place, fresh(unit, id)) };
  return {
    services: withService(context.model, service).services,
    result: id,
    text: `replaced ${title} of ${before.name}`,
    audit: {
      action: 'service.change',
      targetId: before.id,
      details: { name: before.name, path: `units/${unitId}`, machine: title },
    },
  };
}

/** A unit with the settings of another, and nothing of what that one has reached. */
function fresh({ state: _state, temp: _temp, ...settings }: Unit, id: string): Unit {
  return { ...settings, id };
}
