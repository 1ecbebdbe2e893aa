import type { OfferedOperation } from './operations/declared';
import type { Property, ServiceType } from './service-type';

/** A service type with every text that people read put through a function: to translate it, or to list them. */
export function withTexts(type: ServiceType, say: (text: string) => string): ServiceType {
  const properties = (all: readonly Property[]) => all.map((property) => propertyWithTexts(property, say));
  return {
    ...type,
    title: say(type.title),
    summary: say(type.summary),
    description: say(type.description),
    categories: type.categories.map(say),
    properties: properties(type.properties),
    unitProperties: properties(type.unitProperties),
    units: { ...type.units, noun: say(type.units.noun) },
    roles: type.roles.map((role) => ({ ...role, title: say(role.title) })),
    form: type.form.map((step) => ({ ...step, title: say(step.title), help: say(step.help) })),
    shared: type.shared.map((part) => ({ ...part, title: say(part.title) })),
    ...(type.customOperations && { customOperations: type.customOperations.map((one) => offered(one, say)) }),
    facts: type.facts.map((fact) => ({ ...fact, label: say(fact.label) })),
  };
}

/** Every text of operations that people read. */
export function textsOfOperations(operations: readonly OfferedOperation[]): string[] {
  const texts: string[] = [];
  const collect = (text: string) => {
    texts.push(text);
    return text;
  };
  for (const one of operations) offered(one, collect);
  return texts.filter((text) => text !== '');
}

function offered<T extends OfferedOperation>(operation: T, say: (text: string) => string) {
  const parameters = operation.parameters.map((parameter) => ({
    ...parameter,
    label: say(parameter.label),
    help: say(parameter.help),
    ...(parameter.pattern && { pattern: { ...parameter.pattern, sentence: say(parameter.pattern.sentence) } }),
  }));
  return { ...operation, title: say(operation.title), summary: say(operation.summary), parameters };
}

/** Every text of a service type that people read, each once. */
export function textsOf(type: ServiceType): string[] {
  const texts = new Set<string>();
  withTexts(type, (text) => {
    if (text !== '') texts.add(text);
    return text;
  });
  return [...texts];
}

function propertyWithTexts(property: Property, say: (text: string) => string): Property {
  const { choices, pattern, relation } = property;
  return {
    ...property,
    label: say(property.label),
    help: say(property.help),
    ...(choices && { choices: choices.map((choice) => ({ ...choice, label: say(choice.label) })) }),
    ...(pattern && { pattern: { ...pattern, sentence: say(pattern.sentence) } }),
    ...(relation !== undefined && { relation: say(relation) }),
  };
}
