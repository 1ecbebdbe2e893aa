import { type Language, type LanguageEnd, type LanguageJob, runLanguages } from '@/lib/conductor/language/language';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { relationsBetween } from '@/lib/model/relations';
import { concernedServices } from '@/lib/model/runs/resize';

/**
 * Sets machines up anew with the settings that they have: removes them, then makes them again, and lets what needs their
 * services follow. A service whose machines all go is made anew itself.
 *
 * @param making the languages that make machines and remove them
 * @param job of the run; its model is the document as it is now
 */
export async function setUpAnew(
  making: readonly Language[],
  job: LanguageJob,
  unitIds: readonly string[],
): Promise<LanguageEnd> {
  const { model, packages } = job;
  const isAnew = ({ id }: Unit) => unitIds.includes(id);
  const owners = model.services.filter(({ units }) => units.some(isAnew));
  const concerned = concernedServices(
    owners.map(({ id }) => id),
    relationsBetween(model.services, packages.serviceTypes ?? []),
  );
  const only = model.services.filter(({ id }) => concerned.has(id)).flatMap(({ units }) => units.map(({ id }) => id));
  const make = (asked: EnvironmentModel) =>
    runLanguages(making, { ...job, operation: { kind: 'deploy', only }, model: asked });
  const left = model.services
    .map((service) => ({ ...service, units: service.units.filter((unit) => !isAnew(unit)) }))
    .filter(({ id, units }) => units.length > 0 || !owners.some((owner) => owner.id === id));
  const removed = await make({ ...model, services: left });
  const again = withFresh(removed.model, model.services, isAnew);
  return removed.cancelled ? { model: again, cancelled: true } : make(again);
}

/** The document with fresh units in the places of those that went. */
function withFresh(
  reached: EnvironmentModel,
  before: readonly Service[],
  isAnew: (unit: Unit) => boolean,
): EnvironmentModel {
  const services = before.map((service): Service => {
    const now = reached.services.find(({ id }) => id === service.id);
    const units = service.units.map((unit) => {
      if (isAnew(unit)) return fresh(unit);
      return now?.units.find(({ id }) => id === unit.id) ?? unit;
    });
    return { ...(now ?? fresh(service)), units };
  });
  return { ...reached, services };
}

/** The same without what was reached of it. */
function fresh<Part extends Service | Unit>({ state: _state, temp: _temp, ...settings }: Part): Part {
  return settings as Part;
}
