import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import { type Condition, conditionOf, withCondition } from '@/lib/model/operations/condition';

/** The machines of a document while something is done with them. */
export class Units {
  constructor(private document: EnvironmentModel) {}

  /** The document as it is now; it is replaced, never changed. */
  get model(): EnvironmentModel {
    return this.document;
  }

  /** @throws Error for a machine that is not there */
  find(unitId: string): { service: Service; unit: Unit; host: string } {
    for (const service of this.document.services) {
      const unit = service.units.find(({ id }) => id === unitId);
      if (unit) return { service, unit, host: hostOf(unit) };
    }
    throw new Error(`There is no unit ${unitId}.`);
  }

  /** Notes what is known of a machine from now on; its service is replaced, the others stay the same objects. */
  note(unitId: string, change: Partial<Condition>): void {
    const { service: owner, unit } = this.find(unitId);
    const known = conditionOf(unit) ?? { state: 'started', status: null };
    const changed = { ...unit, state: withCondition(unit.state, { ...known, ...change }) };
    const units = owner.units.map((one) => (one === unit ? changed : one));
    const services = this.document.services.map((service) => (service === owner ? { ...owner, units } : service));
    this.document = { ...this.document, services };
  }
}
