import type { EnvironmentModel } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import { type Condition, conditionOf, isBroken } from '@/lib/model/operations/condition';

/** A machine that does not work. */
export interface BrokenUnit {
  unitId: string;
  host: string;
  /** what is wrong */
  message: string;
}

/** The machines of a document that do not work, by what was last found out about each. */
export function brokenUnits({ services }: EnvironmentModel): BrokenUnit[] {
  return services.flatMap(({ units }) =>
    units.flatMap((unit) => {
      const condition = conditionOf(unit);
      if (!condition || !isBroken(condition)) return [];
      const host = hostOf(unit);
      return [{ unitId: unit.id, host, message: messageOf(host, condition) }];
    }),
  );
}

function messageOf(host: string, { status }: Condition): string {
  if (status?.ok !== false) return `${host} was left half-way.`;
  return status.by === 'cloud' ? status.message : `${host}: ${status.message}`;
}
