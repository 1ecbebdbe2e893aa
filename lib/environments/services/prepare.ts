import { generatePassword, newId } from '@/lib/crypto';
import type { FieldProblem } from '@/lib/errors';
import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Neighbours } from '@/lib/model/neighbours';
import { asEntry, formHeader, isObjectEntry, isWholeObject } from '@/lib/model/object-entry';
import { tidyOwnAttributes } from '@/lib/model/own-attributes';
import { isUnset } from '@/lib/model/property-facts';
import { checkService, completeService } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';
import { copySecrets } from './copy-secrets';
import { resolveMasks, sealSecrets, secretKeys } from './secrets';

/** What a client cannot set: the system's own, at services and at units. */
export const READ_ONLY = ['id', 'state', 'temp', 'status', 'created', 'updated', 'uri', 'address'] as const;

/** What packages write beside `state`: the address of a machine, the link of a service. */
const REACHED = ['state', 'uri', 'address'];

export interface ServiceContext {
  /** the draft without, or with the earlier form of, the service */
  model: EnvironmentModel;
  /** who has which names and addresses among its services */
  others: Neighbours;
  types: ServiceType[];
  offer: Offer;
  /** the services that are deployed now, by id; absent while nothing ever was */
  deployed?: ReadonlyMap<string, Service>;
  box: Context['box'];
  now: Date;
}

/**
 * A service as it is stored, from what a client sent: the system's own properties generated or kept,
 * defaults of its type filled in, units named, every rule checked, secrets sealed.
 *
 * @param sent a whole service; for a change, the earlier one with the change in it
 * @param before the service as stored before; undefined for a new one
 * @returns the service, and the problems that the change brings: with any, nothing may be stored
 */
export function prepareService(
  sent: JsonObject,
  before: Service | undefined,
  context: Omit<ServiceContext, 'model'> & Partial<Pick<ServiceContext, 'model'>>,
): { service: Service; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const type = context.types.find((known) => known.type === sent.type);
  const isSecret = secretKeys(type);
  const whole = type ? completeService(sent, type, context.offer) : sent;
  const shaped = shape(entryOf(whole, type, before), type, before, context.now, problems);
  const { types, offer, deployed, others, model, box } = context;
  const kept = resolveMasks(shaped, before as JsonObject | undefined, isSecret, problems);
  const copied = copySecrets(kept, type, { services: model?.services ?? [], types }, problems) as Service;
  const clear = withOwnPasswords(copied, type, before);
  const checking = { types, offer, others, fingerprint: box.fingerprint, ...(deployed ? { deployed } : {}) };
  const known = before ? new Set(checkService(before as JsonObject, checking).map(keyOf)) : new Set<string>();
  const named = new Set(problems.map(({ path }) => path));
  for (const problem of checkService(clear as JsonObject, checking)) {
    // What was wrong before must not keep anyone from changing something else; Deploy still names it.
    if (known.has(keyOf(problem)) || named.has(problem.path)) continue;
    named.add(problem.path);
    problems.push(problem);
  }
  const sealed = sealSecrets(clear as JsonObject, before as JsonObject | undefined, isSecret, box);
  return { service: sealed as Service, problems };
}

/** Units with passwords of their own where their service has none for all of them: those they had, or new ones. */
function withOwnPasswords(service: Service, type: ServiceType | undefined, before: Service | undefined): Service {
  const made = (type?.unitProperties ?? []).filter(
    ({ madeUnless }) => madeUnless !== undefined && isUnset(service[madeUnless]),
  );
  if (made.length === 0) return service;
  const known = byId(before?.units ?? []);
  const units = service.units.map((unit) => {
    const missing = made.filter(({ name }) => isUnset(unit[name]));
    const passwords = missing.map(({ name }) => [name, known.get(unit.id)?.[name] ?? generatePassword()] as const);
    return { ...unit, ...Object.fromEntries(passwords) };
  });
  return { ...service, units };
}

/** An object that was sent in full has ids everywhere; the answers to the form of a class have a header that says so. */
function entryOf(sent: JsonObject, type: ServiceType | undefined, before: Service | undefined): JsonObject {
  // Murano's client is shown every service with a header, and sends it back: of a type without a class it means nothing
  const hasClass = type === undefined || type.className !== undefined;
  if (hasClass && isWholeObject(sent)) return asEntry(sent, before, newId);
  const { '?': _header, ...own } = sent;
  if (type?.className === undefined) return own;
  return { ...own, '?': formHeader(before?.id ?? newId(), type.className, before, sent) };
}

/** The document with a service put in its place, or at the end. */
export function withService(model: EnvironmentModel, service: Service): EnvironmentModel {
  const index = model.services.findIndex(({ id }) => id === service.id);
  const services = index < 0 ? [...model.services, service] : model.services.with(index, service);
  return { ...model, services };
}

/** Services as they are put together one after the other: each in the place of the one with its id, or at the end. */
export class ServiceList {
  private readonly places = new Map<string, number>();
  readonly services: Service[] = [];

  constructor(services: readonly Service[] = []) {
    for (const service of services) this.put(service);
  }

  put(service: Service): void {
    const place = this.places.get(service.id) ?? this.services.length;
    this.places.set(service.id, place);
    this.services[place] = service;
  }
}

function shape(
  sent: JsonObject,
  type: ServiceType | undefined,
  before: Service | undefined,
  now: Date,
  problems: FieldProblem[],
): JsonObject {
  const own = tidyOwnAttributes(withoutReadOnly(sent));
  const name = typeof own.name === 'string' ? own.name.trim() : own.name;
  if (typeof name !== 'string' || name === '') {
    problems.push({ path: 'name', code: 'required', sentence: 'Give the service a name.' });
  }
  if (typeof own.type !== 'string') {
    problems.push({ path: 'type', code: 'required', sentence: 'Say which type of service this is.' });
  }
  return {
    id: before?.id ?? entryId(sent) ?? newId(),
    type: typeof own.type === 'string' ? own.type : '',
    name: typeof name === 'string' ? name : '',
    created: before?.created ?? now.toISOString(),
    updated: now.toISOString(),
    ...omit(own, ['type', 'name', 'units']),
    units: type?.units.managed
      ? ((before?.units ?? []) as Json[])
      : shapeUnits(own.units, before, typeof name === 'string' ? name : '', problems),
    ...reached(before),
  };
}

/** An object brings its id along: others refer to it. */
function entryId(sent: JsonObject): string | undefined {
  return isObjectEntry(sent) ? String(sent['?'].id) : undefined;
}

function shapeUnits(
  sent: Json | undefined,
  before: Service | undefined,
  serviceName: string,
  problems: FieldProblem[],
): Json[] {
  if (sent === undefined && before) return before.units as Json[];
  if (!Array.isArray(sent)) {
    if (sent !== undefined && sent !== null) {
      problems.push({ path: 'units', code: 'not_a_list', sentence: 'Units are a list of objects, for example [{}].' });
    }
    return [];
  }
  const names = new Set(sent.flatMap((unit) => (isObject(unit) && typeof unit.name === 'string' ? [unit.name] : [])));
  let next = 0;
  const nextName = () => {
    while (names.has(`${serviceName}_instance_${next}`)) next += 1;
    const name = `${serviceName}_instance_${next}`;
    names.add(name);
    return name;
  };
  const taken = new Set<string>();
  const known = byId(before?.units ?? []);
  return sent.map((unit, index) => {
    if (!isObject(unit)) {
      problems.push({
        path: `units.${index}`,
        code: 'not_an_object',
        sentence: 'A unit is an object, for example {}.',
      });
      return { id: newId(), name: nextName() };
    }
    const old = taken.has(String(unit.id)) ? undefined : known.get(String(unit.id));
    if (old) taken.add(old.id);
    const own = omit(tidyOwnAttributes(withoutReadOnly(unit)), ['name']);
    return {
      id: old?.id ?? newId(),
      name: typeof unit.name === 'string' && unit.name !== '' ? unit.name : (old?.name ?? nextName()),
      ...own,
      ...reached(old),
    };
  });
}

function reached(before: object | undefined): JsonObject {
  return Object.fromEntries(Object.entries(before ?? {}).filter(([key]) => REACHED.includes(key)));
}

const withoutReadOnly = (thing: JsonObject) => omit(thing, READ_ONLY);

function omit(thing: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(thing).filter(([key]) => !keys.includes(key)));
}

const keyOf = ({ path, code }: FieldProblem) => `${path} ${code}`;
