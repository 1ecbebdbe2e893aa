import { diffModels, type ModelChange } from '@/lib/model/diff';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { Conflict } from '@/lib/model/views';

/**
 * Adds to conflicts what each side had made of the thing, so that nobody has to remember what they typed.
 *
 * @param conflicts paths such as `services.<id>.flavor` or `services.<id>.units.<id>`, with their sentences
 * @param models what the draft started from, what its owner made of it, and the environment now
 * @param types of their services, in whose words changes are; a setting that none of them knows has no change here
 * @returns the same conflicts, each with the changes at its path, secrets masked
 */
export function withBothSides(
  conflicts: readonly Pick<Conflict, 'path' | 'sentence'>[],
  models: { base: EnvironmentModel; draft: EnvironmentModel; current: EnvironmentModel },
  types: readonly ServiceType[],
): Conflict[] {
  if (conflicts.length === 0) return [];
  const mine = diffModels(models.base, models.draft, types);
  const deployed = diffModels(models.base, models.current, types);
  return conflicts.map(({ path, sentence }) => ({
    path,
    sentence,
    mine: mine.filter(isAt(path)),
    deployed: deployed.filter(isAt(path)),
  }));
}

/** Whether a change is of the thing at a path, or of something within it. */
function isAt(path: string): (change: ModelChange) => boolean {
  const [, service, ...within] = path.split('.');
  const [unit, property] = within[0] === 'units' ? [within[1], within[2]] : [undefined, within[0]];
  const inUnits = within[0] === 'units';
  return (change) =>
    (service === undefined || change.serviceId === service) &&
    (!inUnits || change.unitId !== undefined) &&
    (unit === undefined || change.unitId === unit) &&
    (property === undefined || (change.property === property && (change.unitId !== undefined) === inUnits));
}
