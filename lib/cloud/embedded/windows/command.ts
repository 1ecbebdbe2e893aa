import type { Json, JsonObject } from '@/lib/model/json';
import type { ListeningPort } from '../listening-port';
import { badParameter } from './exception';
import type { ScriptFunction } from './script';
import type { Directory, WindowsState } from './state';

/** One PowerShell function that the simulation understands. */
export interface Command {
  name: string;
  parameters: readonly Parameter[];
  /** how long it takes at demo speed */
  seconds: number;
  /** Changes `machine.state`. @returns what the function outputs @throws WindowsException */
  run(machine: MachineView, given: Arguments): Promise<Json[]>;
}

export interface Parameter {
  name: string;
  /** other spellings that scripts use */
  aliases?: readonly string[];
  required?: boolean;
}

/** What a command sees and may change. */
export interface MachineView {
  state: WindowsState;
  hostname: string;
  address: string;
  /** the other machines that are up and let this one in at a port */
  neighbours(port: ListeningPort): Promise<Neighbour[]>;
  /** changes what another machine knows, as a command does that works on it from afar */
  changeAt(hostname: string, change: (state: WindowsState) => void): Promise<void>;
  /** makes all controllers of a domain know the same, this machine included */
  replicate(directory: Directory): Promise<void>;
}

export interface Neighbour {
  address: string;
  hostname: string;
  state: WindowsState;
}

/** Arguments by the parameter's declared name. */
export interface Arguments {
  /** @throws ParameterBindingException when it is missing or not a text */
  text(name: string): string;
  textOr(name: string, otherwise: string): string;
  flag(name: string): boolean;
  list(name: string): string[];
}

/**
 * Binds arguments to what the plan's own script declares, as PowerShell does: names without regard to
 * case, unknown ones refused, mandatory ones demanded.
 *
 * @throws ParameterBindingException
 */
export function checkBinding(declared: ScriptFunction, given: JsonObject): void {
  const { parameters } = declared;
  if (!parameters) return;
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const unknown = Object.keys(given).find((name) => !parameters.some((parameter) => same(parameter.name, name)));
  if (unknown !== undefined) throw unknownParameter(unknown);
  const missing = parameters.filter(({ name, mandatory }) => {
    const key = Object.keys(given).find((other) => same(other, name));
    return mandatory && (key === undefined || isBlank(given[key]));
  });
  if (missing.length > 0) throw missingParameters(missing.map((parameter) => parameter.name));
}

/**
 * Gives a simulated command its arguments.
 *
 * @throws ParameterBindingException when what the simulation needs is missing, or it does not know a name
 */
export function bindArguments(command: Pick<Command, 'name' | 'parameters'>, given: JsonObject): Arguments {
  const values = new Map<string, Json>();
  for (const [name, value] of Object.entries(given)) {
    const parameter = command.parameters.find((known) =>
      [known.name, ...(known.aliases ?? [])].some((spelling) => spelling.toLowerCase() === name.toLowerCase()),
    );
    if (!parameter) throw unknownParameter(name);
    values.set(parameter.name, value);
  }
  const missing = command.parameters.filter(({ name, required }) => required && isBlank(values.get(name)));
  if (missing.length > 0) throw missingParameters(missing.map((parameter) => parameter.name));
  const textOr = (name: string, otherwise: string): string => {
    const value = values.get(name);
    if (isBlank(value)) return otherwise;
    if (typeof value === 'object') {
      throw badParameter(
        `Cannot process argument transformation on parameter '${name}'. Cannot convert value to type System.String.`,
      );
    }
    return String(value);
  };
  return {
    text: (name) => textOr(name, ''),
    textOr,
    flag: (name) => values.get(name) === true || String(values.get(name)).toLowerCase() === 'true',
    list: (name) => {
      const value = values.get(name);
      const items = Array.isArray(value) ? value : [value];
      return items
        .flatMap((item) => (isBlank(item) ? [] : String(item).split(/[,;\s]+/)))
        .filter((item) => item !== '');
    },
  };
}

function unknownParameter(name: string) {
  return badParameter(`A parameter cannot be found that matches parameter name '${name}'.`);
}

function missingParameters(names: string[]) {
  const list = names.join(' ');
  return badParameter(`Cannot process command because of one or more missing mandatory parameters: ${list}.`);
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}
