import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import { type Condition, conditionOf, isInSuspension, withCondition } from '@/lib/model/operations/condition';

/** The machines of a document while something is done with them. */
export class Units {
  constructor(private document: EnvironmentModel) {}

  /** The document as it is now; it is replaced, never changed. */
  get model(): EnvironmentModel {
    return this.document;
  }

  /** From now on another document. */
  replace(document: EnvironmentModel): void {
    this.document = document;
  }

  /** @throws Error for a machine that is not there */
  find(unitId: string): { service: Service; unit: Unit; host: string } {
    for (const service of this.document.services) {
      const unit = service.units.find(({ id }) => id === unitId);
      if (unit) return { service, unit, host: hostOf(unit) };
    }
    throw new Error(`There is no unit ${unitId}.`);
  }

  /** What is known of a machine. @throws Error for one that is not there */
  conditionOf(unitId: string): Condition {
    return conditionOf(this.find(unitId).unit) ?? { state: 'started', status: null };
  }

  /** Notes what is known of a machine from now on; its service is replaced, the others stay the same objects. */
  note(unitId: string, change: Partial<Condition>): void {
    const { service: owner, unit } = this.find(unitId);
    const { suspension, ...known } = { ...this.conditionOf(unitId), ...change };
    // How it was suspended is of interest until it is awake.
    const condition = suspension && isInSuspension(known) ? { ...known, suspension } : known;
    const changed = { ...unit, state: withCondition(unit.state, condition) };
    const units = owner.units.map((one) => (one === unit ? changed : one));
    const services = this.document.services.map((service) => (service === owner ? { ...owner, units } : service));
    this.document = { ...this.document, services };
  }
}
