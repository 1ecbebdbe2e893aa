import type { FieldProblem } from '../field-problem';
import { isObject, type Json, type JsonObject } from '../json';
import type { Blueprint } from './blueprint';
import { mapTree, markerProblems, parameterMarkerOf, type SecretMode, secretMarkerOf } from './markers';
import { type ParameterInput, parameterValues } from './parameters';

export interface FillInput extends ParameterInput {
  /** secrets that a person typed, by id */
  secrets: Record<string, string>;
  /** what becomes of a secret that is to be asked and was not typed */
  missingSecrets: 'refuse' | 'generate';
  /** makes a password that every rule of Windows allows */
  newPassword: () => string;
}

/** A secret of a filled blueprint, and everywhere it stands. */
export interface FilledSecret {
  /** its key, or its path where it has none */
  id: string;
  mode: SecretMode;
  paths: string[];
  value: string;
  /** `missing`: the value only stands in, so that everything else can be checked */
  origin: 'generated' | 'given' | 'missing';
}

/**
 * A blueprint with its parameters and secrets put in.
 *
 * @returns the services as a client would send them, every secret in clear; the secrets; problems by path in the
 *   blueprint (`services.0.adminPassword`, `parameters.domain`, `secrets.<id>`)
 */
export function fillBlueprint(
  blueprint: Blueprint,
  input: FillInput,
): { services: JsonObject[]; secrets: FilledSecret[]; problems: FieldProblem[] } {
  const { values, problems } = parameterValues(blueprint, input);
  problems.push(...markerProblems(blueprint.services, 'services'));
  const secrets = new Map<string, FilledSecret>();

  const fill = (value: Json, path: string): { value: Json } | null => {
    const parameter = parameterMarkerOf(value);
    if (parameter !== null) {
      if (Object.hasOwn(values, parameter)) return { value: values[parameter] ?? '' };
      problems.push({ path, code: 'unknown_parameter', sentence: `There is no parameter "${parameter}".` });
      return { value: '' };
    }
    const marker = secretMarkerOf(value);
    if (!marker) return null;
    const id = marker.key ?? path;
    const known = secrets.get(id) ?? newSecret(id, marker.$secret, input);
    known.paths.push(path);
    secrets.set(id, known);
    return { value: known.value };
  };
  const services = mapTree(blueprint.services, fill, 'services') as JsonObject[];

  for (const { origin, paths } of secrets.values()) {
    if (origin !== 'missing' || input.missingSecrets === 'generate') continue;
    problems.push({ path: paths[0] ?? '', code: 'secret_missing', sentence: 'Enter this secret, or have one made.' });
  }
  for (const id of Object.keys(input.secrets)) {
    if (secrets.has(id)) continue;
    problems.push({ path: `secrets.${id}`, code: 'unknown_secret', sentence: `Nothing asks for the secret "${id}".` });
  }
  return { services: services.filter(isObject), secrets: [...secrets.values()], problems };
}

function newSecret(id: string, mode: SecretMode, { secrets, missingSecrets, newPassword }: FillInput): FilledSecret {
  const given = Object.hasOwn(secrets, id) ? secrets[id] : undefined;
  const head = { id, mode, paths: [] };
  if (given !== undefined && given !== '') return { ...head, value: given, origin: 'given' };
  const made = mode === 'generate' || missingSecrets === 'generate';
  return { ...head, value: newPassword(), origin: made ? 'generated' : 'missing' };
}
