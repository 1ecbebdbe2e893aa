import type { FieldProblem } from '../field-problem';
import { hostNamesOf } from '../host-name-pattern';
import { domainNameViolations } from '../windows-rules';
import type { Blueprint, BlueprintParameter } from './blueprint';
import { domainNameFor } from './domain-name';

export interface ParameterInput {
  environmentName: string;
  /** values that a person chose, by parameter */
  given: Record<string, string>;
  /** domains that exist already, in small letters */
  takenDomains: readonly string[];
}

/**
 * The value of each parameter of a blueprint: what was given, else its default, else, for a domain, one made of
 * the environment's name that is neither taken nor the name of a machine of the blueprint.
 *
 * @returns values by name, and problems at `parameters.<name>`
 */
export function parameterValues(
  blueprint: Blueprint,
  { environmentName, given, takenDomains }: ParameterInput,
): { values: Record<string, string>; problems: FieldProblem[] } {
  const problems: FieldProblem[] = Object.keys(given)
    .filter((name) => !blueprint.parameters.some((parameter) => parameter.name === name))
    .map((name) => ({
      path: `parameters.${name}`,
      code: 'unknown_parameter',
      sentence: `This template has no parameter "${name}".`,
    }));
  const hosts = hostNames(blueprint);
  const values = blueprint.parameters.map((parameter): [string, string] => {
    const { name, kind } = parameter;
    const value = tidied(parameter, given[name] ?? '') || (parameter.default ?? '');
    const made = kind === 'domainName' ? domainNameFor(environmentName, takenDomains, hosts) : '';
    if (value === '' && made !== '') return [name, made];
    const own = problemsOf(parameter, value);
    problems.push(...own);
    // the cause is told once: a good name stands in wherever the bad one would be refused again
    return [name, own.length > 0 && made !== '' ? made : value];
  });
  return { values: Object.fromEntries(values), problems };
}

function tidied({ kind }: BlueprintParameter, value: string): string {
  return kind === 'domainName' ? value.trim().toLowerCase() : value.trim();
}

function problemsOf({ name, kind, label }: BlueprintParameter, value: string): FieldProblem[] {
  const path = `parameters.${name}`;
  if (value === '') return [{ path, code: 'required', sentence: `Fill in "${label}".` }];
  if (kind !== 'domainName') return [];
  return domainNameViolations(value).map((violation) => ({ path, ...violation }));
}

/** The names that machines of a blueprint get from patterns written in it. */
function hostNames({ services }: Blueprint): string[] {
  return services.flatMap(({ unitNamingPattern, units }) =>
    typeof unitNamingPattern === 'string' && Array.isArray(units)
      ? hostNamesOf(unitNamingPattern.toLowerCase(), units.length)
      : [],
  );
}
