import { domainNameFor } from '@/lib/model/templates/domain-name';
import type { TemplateView } from '@/lib/model/templates/views';

type Parameter = Pick<TemplateView['parameters'][number], 'name' | 'default'>;

/** Where a problem of a parameter is. */
export function parameterPath({ name }: Pick<Parameter, 'name'>): string {
  return `parameters.${name}`;
}

/** The value of a parameter when nothing is typed: its default, else a domain made of the environment's name. */
export function usualValue(parameter: Parameter, environmentName: string): string {
  return parameter.default ?? domainNameFor(environmentName);
}

/** The values that parameters would have, by their names; `typed` are those that somebody typed. */
export function valuesOf(
  parameters: readonly Parameter[],
  typed: Readonly<Record<string, string>>,
  environmentName: string,
): Record<string, string> {
  return Object.fromEntries(
    parameters.map((one) => [one.name, typed[one.name]?.trim() || usualValue(one, environmentName)]),
  );
}
