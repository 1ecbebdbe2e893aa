import type { Property, ServiceType } from './service-type';

/** A service type with every text that people read put through a function: to translate it, or to list them. */
export function withTexts(type: ServiceType, say: (text: string) => string): ServiceType {
  const properties = (all: readonly Property[]) => all.map((property) => propertyWithTexts(property, say));
  return {
    ...type,
    title: say(type.title),
    summary: say(type.summary),
    description: say(type.description),
    properties: properties(type.properties),
    unitProperties: properties(type.unitProperties),
    units: { ...type.units, noun: say(type.units.noun) },
    roles: type.roles.map((role) => ({ ...role, title: say(role.title) })),
    form: type.form.map((step) => ({ ...step, title: say(step.title), help: say(step.help) })),
    shared: type.shared.map((part) => ({ ...part, title: say(part.title) })),
    facts: type.facts.map((fact) => ({ ...fact, label: say(fact.label) })),
  };
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
