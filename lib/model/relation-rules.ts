import type { FieldProblem } from './field-problem';
import { isObject } from './json';
import { applies, isUnset } from './property-facts';
import type { Property, ServiceType } from './service-type';

/** Rules between the properties of one service, and between those of its units. */

type Loose = Record<string, unknown>;

/** Properties that have the value of one they must differ from. */
export function sameValueProblems(owner: Loose, properties: readonly Property[], prefix: string): FieldProblem[] {
  return properties.flatMap((property) => {
    const other = properties.find(({ name }) => name === property.differsFrom);
    const value = owner[property.name];
    if (!other || isUnset(value) || !applies(property, owner) || value !== owner[other.name]) return [];
    return [
      {
        path: `${prefix}${property.name}`,
        code: 'must_differ',
        sentence: `"${property.label}" must differ from "${other.label}".`,
      },
    ];
  });
}

/** Units that break what one of their properties says of another, and properties that too many units have. */
export function unitRelationProblems(units: readonly unknown[], type: ServiceType): FieldProblem[] {
  return [...bound(units, type), ...tooMany(units, type)];
}

function bound(units: readonly unknown[], { unitProperties, units: { noun } }: ServiceType): FieldProblem[] {
  return unitProperties.flatMap((property) => {
    const master = unitProperties.find(({ name }) => name === property.trueWith);
    if (!master) return [];
    return units.flatMap((unit, index) =>
      isObject(unit) && unit[master.name] === true && unit[property.name] !== true
        ? [
            {
              path: `units.${index}.${property.name}`,
              code: 'must_be_true',
              sentence: `The ${noun} that is the "${master.label}" must have "${property.label}".`,
            },
          ]
        : [],
    );
  });
}

function tooMany(units: readonly unknown[], { unitLimits = [], unitProperties, units: { noun } }: ServiceType) {
  return unitLimits.flatMap(({ property, max }): FieldProblem[] => {
    const chosen = units.flatMap((unit, index) => (isObject(unit) && unit[property] === true ? [index] : []));
    const label = unitProperties.find(({ name }) => name === property)?.label ?? property;
    return chosen.slice(max).map((index) => ({
      path: `units.${index}.${property}`,
      code: 'too_many',
      sentence: `At most ${max} ${noun}s can have "${label}".`,
    }));
  });
}
