import type { EnvironmentModel } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';

/** Ids of what a list names: machines may be named by host, too. */
export function unitIdsOf({ services }: EnvironmentModel, names: readonly string[]): string[] {
  const units = services.flatMap((service) => service.units);
  return names.map((name) => units.find((unit) => unit.id === name || hostOf(unit) === name)?.id ?? name);
}
