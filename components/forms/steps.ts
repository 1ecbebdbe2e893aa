import type { FieldProblem } from '@/lib/model/field-problem';
import type { JsonObject } from '@/lib/model/json';
import { applies } from '@/lib/model/property-facts';
import { isOffered } from '@/lib/model/public-addresses';
import type { Offer, Property, ServiceType } from '@/lib/model/service-type';

/** One control of a step. `path` is where its value stands in the service document. */
export type StepField =
  | { kind: 'property'; property: Property; path: string }
  /** asked once: `paths` are the same property of every unit */
  | { kind: 'unitProperty'; property: Property; path: string; unit: number | null }
  | { kind: 'unitCount'; path: 'units' };

export interface WizardStep {
  title: string;
  help: string;
  plain: StepField[];
  /** folded under "More options" */
  expert: StepField[];
}

/** All controls of a step. */
export function fieldsOf({ plain, expert }: WizardStep): StepField[] {
  return [...plain, ...expert];
}

/** The steps of a type's form for a service as filled in so far: what does not apply, or a cloud never has, is not there. */
export function stepsOf(type: ServiceType, service: JsonObject, offer?: Pick<Offer, 'quota'>): WizardStep[] {
  const properties = new Map(type.properties.map((property) => [property.name, property]));
  return type.form.map(({ title, help, fields }) => {
    const all = fields.flatMap((name): StepField[] => {
      if (name === 'units') return unitFields(type, service);
      if (name === 'unitCount') return type.units.min === type.units.max ? [] : [{ kind: 'unitCount', path: 'units' }];
      const property = properties.get(name);
      return property && !property.hidden && applies(property, service) && isOffered(property, service, offer)
        ? [{ kind: 'property', property, path: name }]
        : [];
    });
    const isExpert = (field: StepField) => field.kind !== 'unitCount' && field.property.expert;
    return { title, help, plain: all.filter((field) => !isExpert(field)), expert: all.filter(isExpert) };
  });
}

function unitFields(type: ServiceType, service: JsonObject): StepField[] {
  const units = Array.isArray(service.units) ? service.units : [];
  return type.unitProperties
    .filter((property) => !property.hidden)
    .flatMap((property): StepField[] =>
      property.askOnce
        ? [{ kind: 'unitProperty', property, path: `units.0.${property.name}`, unit: null }]
        : units.map((_, unit) => ({ kind: 'unitProperty', property, path: `units.${unit}.${property.name}`, unit })),
    );
}

/** Whether a problem belongs to a field; one of a question asked once belongs to it whichever unit it names. */
export function concerns(problem: FieldProblem, field: StepField): boolean {
  if (field.kind === 'unitProperty' && field.unit === null) {
    return new RegExp(`^units\\.\\d+\\.${field.property.name}$`).test(problem.path);
  }
  return (
    problem.path === field.path || (problem.path.startsWith(`${field.path}.`) === true && field.kind === 'property')
  );
}

/** The first step that holds a problem; problems of no field count for the last step, where everything is reviewed. */
export function stepOf(problem: FieldProblem, steps: WizardStep[]): number {
  const found = steps.findIndex((step) => fieldsOf(step).some((field) => concerns(problem, field)));
  return found < 0 ? steps.length - 1 : found;
}

/** The first step that something keeps from being left: a problem at one of its fields, or a path named in `open`. */
export function firstIncomplete(
  steps: WizardStep[],
  problems: readonly FieldProblem[],
  open: readonly string[],
): number {
  const found = steps.findIndex((step) =>
    fieldsOf(step).some((field) => open.includes(field.path) || problems.some((problem) => concerns(problem, field))),
  );
  return found < 0 ? steps.length : found;
}
