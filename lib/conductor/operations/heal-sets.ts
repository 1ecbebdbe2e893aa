import type { EnvironmentModel } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';

/** What a repair has come to, machine by machine; ids of units. */
export class HealSets {
  readonly reinstalled = new Set<string>();
  private readonly checked = new Set<string>();
  private readonly healed = new Set<string>();
  private readonly healFailed = new Set<string>();
  private found: readonly string[] = [];

  /** What would have to be set up anew. */
  get unsettled(): readonly string[] {
    return this.found;
  }

  note({ report }: Execution): void {
    const {
      checked = [],
      healed = [],
      healFailed = [],
      refused = [],
    } = (report.sets ?? {}) as Record<string, string[]>;
    for (const id of checked) this.checked.add(id);
    for (const id of healed) this.healed.add(id);
    for (const id of healFailed) this.healFailed.add(id);
    this.found = (report.unsettled ?? refused) as string[];
  }

  /** Whether a machine works again. */
  isMended(unitId: string): boolean {
    return this.healed.has(unitId) || this.reinstalled.has(unitId);
  }

  /** The five sets by the names of services, machines by host. @param plan names the services that were meant */
  byService({ services }: EnvironmentModel, plan: readonly UnitPlan[]): JsonObject {
    const meant = services.filter(({ id }) => plan.some(({ serviceId }) => serviceId === id));
    return Object.fromEntries(
      meant.map(({ name, units }) => {
        const hosts = (set: ReadonlySet<string>) => units.filter(({ id }) => set.has(id)).map(hostOf);
        const isTouched = (id: string) => this.healFailed.has(id) || this.isMended(id);
        const sets = {
          checked: hosts(this.checked),
          healed: hosts(this.healed),
          healFailed: hosts(this.healFailed),
          reinstalled: hosts(this.reinstalled),
          untouched: units.filter(({ id }) => !isTouched(id)).map(hostOf),
        };
        return [name, sets];
      }),
    );
  }
}
