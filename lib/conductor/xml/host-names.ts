import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '@/lib/model/json';
import { languageError } from '../language/diagnostics';
import type { HostNameRequest } from './interpreter';
import { objects } from './model';

/** Windows cannot use more characters in a computer's NetBIOS name. */
const LONGEST = 15;

/** Where generated names come from: the same seed gives the same name, letters and digits only. */
export type NameSource = (seed: string) => string;

/**
 * Host names for one run (Murano v0.2 guide, "Hostname assignment"). `#` of a pattern becomes a number that
 * no unit of the service has or, as far as the model's `state.hostname` tells, had a smaller one: units
 * that join later go on counting, also after a restart. No two machines of an environment get the same
 * name, nor one of a machine that this deployment removes. Without a pattern the name is derived from the ids of unit,
 * service and environment.
 *
 * @param environmentId in place of the model's own
 *
 * Throws the language errors `host_name_taken` and `bad_host_name`.
 */
export function createHostNames(
  environmentId?: string,
  source: NameSource = hashedName,
): (request: HostNameRequest) => string {
  const given = new Map<string, string[]>();
  return (request) => {
    const { serviceId, model } = request;
    const mine = [...(given.get(serviceId) ?? []), ...hostNamesOf(model, serviceId)];
    const taken = new Set(
      [...[...given.values()].flat(), ...hostNamesOf(model, null)].map((name) => name.toLowerCase()),
    );
    const name = chooseName(
      request,
      mine,
      (candidate) => taken.has(candidate.toLowerCase()),
      (seed) => source([environmentId ?? model.id, seed].map(String).join('/')),
    );
    given.set(serviceId, [...(given.get(serviceId) ?? []), name]);
    return name;
  };
}

type IsTaken = (name: string) => boolean;

function chooseName(request: HostNameRequest, mine: string[], isTaken: IsTaken, source: NameSource): string {
  const { pattern, span } = request;
  const avoided = new Set(request.avoid.map((name) => name.toLowerCase()));
  if (pattern === null) return generated(request, isTaken, source);
  const isTakenOrAvoided: IsTaken = (candidate) => isTaken(candidate) || avoided.has(candidate.toLowerCase());
  const place = pattern.indexOf('#');
  const name =
    place < 0 ? pattern : numbered(pattern.slice(0, place), pattern.slice(place + 1), mine, isTakenOrAvoided);
  if (name.length > LONGEST || /^\d+$/.test(name)) {
    const why = name.length > LONGEST ? `it has more than ${LONGEST} characters` : 'it has digits only';
    throw languageError('bad_host_name', `Windows refuses the host name "${name}": ${why}.`, span, { pattern });
  }
  if (isTaken(name)) {
    throw languageError(
      'host_name_taken',
      `the pattern "${pattern}" gives "${name}" to two machines; put a # into it.`,
      span,
      {
        pattern,
      },
    );
  }
  return name;
}

function numbered(before: string, after: string, mine: string[], isTaken: IsTaken): string {
  const numbers = mine.map((name) => {
    const fits = name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
    const digits = fits ? name.slice(before.length, name.length - after.length) : '';
    return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  });
  let next = Math.max(0, ...numbers) + 1;
  while (isTaken(`${before}${next}${after}`)) next++;
  return `${before}${next}${after}`;
}

function generated({ serviceId, unitId }: HostNameRequest, isTaken: IsTaken, source: NameSource): string {
  const seed = [serviceId, unitId].map(String).join('/');
  for (let attempt = 0; ; attempt++) {
    const name = source(attempt === 0 ? seed : `${seed}/${attempt}`).slice(0, LONGEST);
    if (!isTaken(name)) return name;
  }
}

/** A letter first, then 36-based digits of a hash: 13 characters. */
function hashedName(seed: string): string {
  const digits = createHash('sha256').update(seed).digest().readBigUInt64BE().toString(36);
  return `v${digits.padStart(13, '0').slice(-12)}`;
}

function hostNamesOf(model: JsonObject, serviceId: string | null): string[] {
  return objects(model.services)
    .filter(({ id }) => serviceId === null || id === serviceId)
    .flatMap(({ units }) => objects(units))
    .map(({ state }) => (isObject(state) ? state.hostname : null))
    .filter((name): name is string => typeof name === 'string' && name !== '');
}
