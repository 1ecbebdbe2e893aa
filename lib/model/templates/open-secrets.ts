import { valueAt } from '../installed';
import { isObject, type Json } from '../json';
import { isSecret } from '../property-facts';
import type { ServiceType } from '../service-type';
import type { Blueprint } from './blueprint';
import { mapTree, type SecretMode, secretMarkerOf } from './markers';

/** A secret that a blueprint leaves open, in the words of its service type. */
export interface BlueprintSecret {
  id: string;
  mode: SecretMode;
  /** every place of it: `services.0.adminPassword` */
  paths: string[];
  label: string;
  kind: 'password' | 'text';
}

/** The secrets that a blueprint leaves open, each once, in the order in which they stand. */
export function openSecrets(blueprint: Blueprint, types: readonly ServiceType[]): BlueprintSecret[] {
  const found = new Map<string, BlueprintSecret>();
  mapTree(
    blueprint.services,
    (value, path) => {
      const marker = secretMarkerOf(value);
      if (!marker) return null;
      const id = marker.key ?? path;
      const known = found.get(id) ?? { id, mode: marker.$secret, paths: [], ...wordsOf(blueprint, path, types) };
      known.paths.push(path);
      found.set(id, known);
      return { value };
    },
    'services',
  );
  return [...found.values()];
}

/** `services.1.units.0.recoveryPassword` is the property `recoveryPassword` of the units of the second service. */
function wordsOf(
  blueprint: Blueprint,
  path: string,
  types: readonly ServiceType[],
): Pick<BlueprintSecret, 'label' | 'kind'> {
  const [, index, ...rest] = path.split('.');
  const service: Json | undefined = valueAt(blueprint.services, index ?? '');
  const type = types.find((candidate) => isObject(service) && candidate.type === service.type);
  const ofUnit = rest[0] === 'units' && rest.length > 2;
  const name = rest.at(-1) ?? '';
  const property = (ofUnit ? type?.unitProperties : type?.properties)?.find((known) => known.name === name);
  const password = property?.kind === 'password' || (!property && /pass/i.test(name));
  return { label: property && isSecret(property) ? property.label : name, kind: password ? 'password' : 'text' };
}

/** The place of the service that a path of a blueprint leads into; -1 for none. */
export function serviceIndexOf(path: string): number {
  const index = /^services\.(\d+)(\.|$)/.exec(path)?.[1];
  return index === undefined ? -1 : Number(index);
}
