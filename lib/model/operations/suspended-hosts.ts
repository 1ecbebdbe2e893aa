import { hostOf } from '../installed';
import type { JsonObject } from '../json';
import { conditionOf } from './condition';

/**
 * What the machines are called that are suspended, or on their way there: nothing can be deployed before they are awake.
 *
 * @param services of a document, or as the API tells them
 */
export function suspendedHosts(services: readonly { units: readonly { name: string; state?: unknown }[] }[]): string[] {
  return services
    .flatMap(({ units }) => units)
    .map((unit) => ({ name: unit.name, state: unit.state as JsonObject | undefined }))
    .filter((unit) => ['suspending', 'suspended'].includes(conditionOf(unit)?.state ?? ''))
    .map((unit) => hostOf(unit));
}
