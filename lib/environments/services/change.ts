import { errors, type FieldProblem } from '@/lib/errors';
import type { Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { isWholeObject } from '@/lib/model/object-entry';
import { NOTE_ON_PLACE, withOwnAttribute } from '@/lib/model/own-attributes';
import { SERVICE_KEYS, UNIT_KEYS } from '@/lib/model/service-check';
import { sizeProblems } from '@/lib/model/size-rules';
import type { UseCaseCall } from '../context';
import { createYield } from '../create-yield';
import { type Edit, type EditAddress, editDraft, refuseGrowth, refuseProblems } from './edit';
import { withMadePasswords } from './make-passwords';
import { prepareService, type ServiceContext, ServiceList, withService } from './prepare';
import { refuseReadOnly } from './read-only';
import { nothingAtError, traverse, withValueAt } from './traverse';
import { viewAt } from './view-at';

/**
 * Changes what is there, or adds an attribute (guide, table 4.23). A service and a unit keep the
 * attributes that are not sent; any other value is replaced. The list of services, sent whole, is what
 * remains: known ids are changed, new ones added, missing ones removed.
 *
 * @param input `path`: segments below `/services`; none for the whole list
 * @returns the value as a GET would show it
 * @throws as `editDraft`; invalid_input with every bad field, and then nothing is stored; not_found
 *   `service_not_found`
 */
export async function changeServices({
  ctx,
  input,
}: UseCaseCall<EditAddress & { path: string[]; body: Json }>): Promise<Json> {
  const { path, body } = input;
  const { model } = await editDraft(ctx, input, (context) => changing(path, body, context));
  return viewAt(model, path);
}

/** Changes the list of services, one of them, or a value below one, as one edit of a draft. */
export async function changing(path: string[], body: Json, context: ServiceContext): Promise<Edit<null>> {
  return path.length === 0 ? changeList(body, context) : changeOne(path, body, context);
}

async function changeList(body: Json, context: ServiceContext): Promise<Edit<null>> {
  if (!Array.isArray(body)) {
    throw errors.invalidInput('Send the whole list of services, or name one in the address.', [
      { path: '', code: 'not_a_list', sentence: 'This must be a list of services.' },
    ]);
  }
  const problems: FieldProblem[] = [];
  const earlier = new Map(context.model.services.map((service) => [service.id, service]));
  refuseProblems(sizeProblems(body, context.model.services));
  const list = new ServiceList();
  const beside = { ...context, others: new Neighbours(context.types) };
  const put = (service: Service) => {
    list.put(service);
    beside.others.add(service);
  };
  const pause = createYield();
  for (const [index, item] of body.entries()) {
    await pause();
    if (!isObject(item)) {
      problems.push({ path: `${index}`, code: 'not_an_object', sentence: 'A service is a JSON object.' });
      continue;
    }
    const before = typeof item.id === 'string' ? earlier.get(item.id) : undefined;
    if (before) earlier.delete(before.id);
    const retyped = before ? typeProblem(before, item, `${index}.`) : [];
    if (before && retyped.length > 0) {
      problems.push(...retyped);
      put(before);
      continue;
    }
    const sent = before ? merged(before as JsonObject, item) : withMadePasswords(item, context.types);
    const prepared = prepareService(sent, before, beside);
    problems.push(...prepared.problems.map((problem) => ({ ...problem, path: `${index}.${problem.path}` })));
    put(prepared.service);
  }
  refuseProblems(problems);
  return {
    services: list.services,
    result: null,
    text: 'changed the services',
    audit: { action: 'service.replace_all', targetId: context.model.id },
  };
}

function changeOne(path: string[], body: Json, context: ServiceContext): Edit<null> {
  const services = context.model.services as Json;
  const [key = '', ...rest] = path;
  const before = traverse(services, [key]) as Service | undefined;
  if (!before) throw nothingAtError(path);
  refuseReadOnly(rest);
  const whole = rest.length === 0 || (rest.length === 2 && rest[0] === 'units');
  if (whole && !isObject(body)) {
    throw errors.invalidInput('Send a JSON object here.', [
      { path: rest.join('.'), code: 'not_an_object', sentence: 'This must be a JSON object.' },
    ]);
  }
  if (rest.length === 0 && isObject(body)) refuseProblems(typeProblem(before, body, ''));
  const old = traverse(before as Json, rest);
  const value = whole && isObject(old) && isObject(body) ? merged(old, body) : body;
  const written = withValueAt(before as JsonObject, rest, value);
  const changed = written === undefined ? undefined : withOwnName(written, rest, context);
  if (!isObject(changed) || (whole && old === undefined)) throw nothingAtError(path);
  refuseGrowth(context, before, changed);
  const { service, problems } = prepareService(changed, before, context);
  refuseProblems(problems);
  return {
    services: withService(context.model, service).services,
    result: null,
    text: `changed ${rest.length === 0 ? '' : `${rest.join('/')} of `}${before.name}`,
    audit: { action: 'service.change', targetId: before.id, details: { name: before.name, path: rest.join('/') } },
  };
}

/**
 * A service that was given a value at the address of an attribute: one that its type does not have is its own from then on
 * (guide, table 4.23: "any attribute").
 */
function withOwnName(service: Json, path: readonly string[], { types }: ServiceContext): Json {
  const type = types.find((known) => isObject(service) && known.type === service.type);
  if (!type || !isObject(service) || isWholeObject(service)) return service;
  const ofUnit = path.length === 3 && path[0] === 'units';
  const name = ofUnit || path.length === 1 ? path.at(-1) : undefined;
  const properties = ofUnit ? type.unitProperties : type.properties;
  const known = ofUnit ? [...UNIT_KEYS, NOTE_ON_PLACE.name] : SERVICE_KEYS;
  if (name === undefined || known.includes(name) || properties.some((property) => property.name === name))
    return service;
  if (!ofUnit) return withOwnAttribute(service, name);
  const at = path.slice(0, 2);
  const unit = traverse(service, at);
  return isObject(unit ?? null)
    ? (withValueAt(service, at, withOwnAttribute(unit as JsonObject, name)) ?? service)
    : service;
}

/** Units that are sent without saying who they are would be new machines: that is what the list then means. */
function merged(before: JsonObject, sent: JsonObject): JsonObject {
  return { ...before, ...sent, id: before.id ?? null };
}

function typeProblem(before: Service, sent: JsonObject, prefix: string): FieldProblem[] {
  if (sent.type === undefined || sent.type === before.type) return [];
  return [
    {
      path: `${prefix}type`,
      code: 'read_only',
      sentence: 'The type of a service cannot be changed. Remove it and add another one.',
    },
  ];
}
