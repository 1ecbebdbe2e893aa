import { newId } from '@/lib/crypto';
import type { FieldProblem } from '@/lib/errors';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { checkService } from '@/lib/model/service-rules';
import type { Offer, Property, ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';
import { resolveMasks, sealSecrets, secretKeys } from './secrets';

/** What a client cannot set: the system's own, at services and at units. */
export const READ_ONLY = ['id', 'state', 'temp', 'status', 'created', 'updated'] as const;

export interface Surroundings {
  /** the draft without, or with the earlier form of, the service */
  model: EnvironmentModel;
  types: ServiceType[];
  offer: Offer;
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
  around: Surroundings,
): { service: Service; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const type = around.types.find((known) => known.type === sent.type);
  const isSecret = secretKeys(type);
  const shaped = shape(sent, before, type, around.now, problems);
  const clear = resolveMasks(shaped, before as JsonObject | undefined, isSecret, problems) as Service;
  const context = { types: around.types, model: withService(around.model, clear), offer: around.offer };
  const known = before ? new Set(checkService(before, { ...context, model: around.model }).map(keyOf)) : new Set();
  for (const problem of checkService(clear, context)) {
    // What was wrong before must not keep anyone from changing something else; Deploy still names it.
    if (!known.has(keyOf(problem)) && !problems.some(({ path }) => path === problem.path)) problems.push(problem);
  }
  return { service: sealSecrets(clear, before as JsonObject | undefined, isSecret, around.box) as Service, problems };
}

/** The document with a service put in its place, or at the end. */
export function withService(model: EnvironmentModel, service: Service): EnvironmentModel {
  const index = model.services.findIndex(({ id }) => id === service.id);
  const services = index < 0 ? [...model.services, service] : model.services.with(index, service);
  return { ...model, services };
}

function shape(
  sent: JsonObject,
  before: Service | undefined,
  type: ServiceType | undefined,
  now: Date,
  problems: FieldProblem[],
): JsonObject {
  const own = withoutReadOnly(sent);
  const name = typeof own.name === 'string' ? own.name.trim() : own.name;
  if (typeof name !== 'string' || name === '') {
    problems.push({ path: 'name', code: 'required', sentence: 'Give the service a name.' });
  }
  if (typeof own.type !== 'string') {
    problems.push({ path: 'type', code: 'required', sentence: 'Say which type of service this is.' });
  }
  return {
    id: before?.id ?? newId(),
    type: typeof own.type === 'string' ? own.type : '',
    name: typeof name === 'string' ? name : '',
    created: before?.created ?? now.toISOString(),
    updated: now.toISOString(),
    ...withDefaults(omit(own, ['type', 'name', 'units']), type?.properties ?? []),
    units: shapeUnits(own.units, before, type, typeof name === 'string' ? name : '', problems),
    ...(before?.state ? { state: before.state } : {}),
  };
}

function shapeUnits(
  sent: Json | undefined,
  before: Service | undefined,
  type: ServiceType | undefined,
  serviceName: string,
  problems: FieldProblem[],
): Json[] {
  if (sent === undefined && before) return before.units as Json[];
  if (!Array.isArray(sent) || sent.length === 0) {
    problems.push({ path: 'units', code: 'required', sentence: 'A service needs a list of at least one unit.' });
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
  return sent.map((unit, index) => {
    if (!isObject(unit)) {
      problems.push({
        path: `units.${index}`,
        code: 'not_an_object',
        sentence: 'A unit is an object, for example {}.',
      });
      return { id: newId(), name: nextName() };
    }
    const old = before?.units.find(({ id }) => id === unit.id && !taken.has(id));
    if (old) taken.add(old.id);
    const own = omit(withoutReadOnly(unit), ['name']);
    const templates = type?.unitTemplates ?? [];
    const template = old ? {} : (templates[index] ?? templates.at(-1) ?? {});
    return {
      id: old?.id ?? newId(),
      name: typeof unit.name === 'string' && unit.name !== '' ? unit.name : (old?.name ?? nextName()),
      ...withDefaults({ ...(template as JsonObject), ...own }, type?.unitProperties ?? []),
      ...(old?.state ? { state: old.state } : {}),
    };
  });
}

function withDefaults(own: JsonObject, properties: Property[]): JsonObject {
  const filled = { ...own };
  for (const { name, default: value, when } of properties) {
    const wanted = when === undefined || filled[when.property] === when.equals;
    if (filled[name] === undefined && value !== undefined && wanted) filled[name] = value;
  }
  return filled;
}

const withoutReadOnly = (thing: JsonObject) => omit(thing, READ_ONLY);

function omit(thing: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(thing).filter(([key]) => !keys.includes(key)));
}

const keyOf = ({ path, code }: FieldProblem) => `${path} ${code}`;
