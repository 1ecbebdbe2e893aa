import type { Json, JsonObject } from '@/lib/model/json';
import type { ParameterDescription } from './description';
import { CommandFailure } from './world';

/** The exception of PowerShell for arguments that do not fit. */
const BINDING = 'System.Management.Automation.ParameterBindingException';

/**
 * Arguments by the names that a description gives its parameters, each as its kind; one that is not given is an empty
 * text or list, false, or null.
 *
 * @throws CommandFailure (ParameterBindingException) for a name that is not known, one that is missing, or a text that
 *   is none
 */
export function bindArguments(
  parameters: Readonly<Record<string, ParameterDescription>>,
  given: JsonObject,
): JsonObject {
  const known = Object.entries(parameters);
  const values = new Map<string, Json>();
  for (const [name, value] of Object.entries(given)) {
    const found = known.find(([own, { aliases }]) =>
      [own, ...aliases].some((spelling) => spelling.toLowerCase() === name.toLowerCase()),
    );
    if (!found) throw unknownParameter(name);
    values.set(found[0], value);
  }
  const missing = known.filter(([name, { required }]) => required && isBlank(values.get(name)));
  if (missing.length > 0) throw missingParameters(missing.map(([name]) => name));
  return Object.fromEntries(known.map(([name, { kind }]) => [name, KINDS[kind](values.get(name), name)]));
}

const KINDS: Record<ParameterDescription['kind'], (value: Json | undefined, name: string) => Json> = {
  text: (value, name) => {
    if (isBlank(value)) return '';
    if (typeof value !== 'object') return String(value);
    const words = `Cannot process argument transformation on parameter '${name}'.`;
    throw new CommandFailure(`${words} Cannot convert value to type System.String.`, BINDING);
  },
  list: (value) =>
    (Array.isArray(value) ? value : [value])
      .flatMap((item) => (isBlank(item) ? [] : String(item).split(/[,;\s]+/)))
      .filter((item) => item !== ''),
  flag: (value) => String(value).toLowerCase() === 'true',
  any: (value) => value ?? null,
};

/** An argument that no parameter is there for. */
export function unknownParameter(name: string): CommandFailure {
  return new CommandFailure(`A parameter cannot be found that matches parameter name '${name}'.`, BINDING);
}

/** Parameters that must be given and are not. */
export function missingParameters(names: readonly string[]): CommandFailure {
  const words = 'Cannot process command because of one or more missing mandatory parameters:';
  return new CommandFailure(`${words} ${names.join(' ')}.`, BINDING);
}

/** Whether an argument counts as not given. */
export function isBlank(value: Json | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}
