import { errors, type FieldProblem } from '@/lib/errors';
import type { Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { sizeProblems } from '@/lib/model/size-rules';
import type { UseCaseCall } from '../context';
import { createYield } from '../create-yield';
import { typesOf } from '../service-types';
import { type Edit, type EditAddress, editDraft, refuseGrowth, refuseProblems } from './edit';
import { lockWithVersion } from './lock-with-version';
import { withMadePasswords } from './make-passwords';
import { prepareService, type ServiceContext, ServiceList, withService } from './prepare';
import { refuseReadOnly } from './read-only';
import { nothingAtError, traverse, withValueAt } from './traverse';
import { viewsAt, viewsOfServices } from './view-at';

/**
 * Adds to a list (guide, table 4.25): a service, or several, to the services of a draft; a unit, or any
 * element, to a list below.
 *
 * @param input `path`: segments below `/services`; none adds services
 *   `packageDigest`: the version of a package, new to the draft, that they are of instead of its newest
 * @returns what was added, as a GET would show it; a list when a list was sent
 * @throws as `editDraft`; as `lockWithVersion`; invalid_input with every bad field, and then nothing is stored; not_found
 *   `service_not_found`
 */
export async function addToServices({
  ctx,
  input,
}: UseCaseCall<EditAddress & { path: string[]; body: Json; packageDigest?: string | undefined }>): Promise<Json> {
  const { path, body, packageDigest } = input;
  const { result, model } = await editDraft(ctx, input, async (context, base) => {
    if (path.length > 0 || packageDigest === undefined) return addingTo(path, body, context);
    const packages = await lockWithVersion(ctx, { ...base.packages, ...context.model.packages }, packageDigest);
    const types = await typesOf(ctx, { packages });
    const chosen = { ...context, types, others: new Neighbours(types, context.model.services) };
    return { ...(await addServices(body, chosen)), packages };
  });
  const added = path.length === 0 ? viewsOfServices(model, result.flat()) : viewsAt(model, result);
  return Array.isArray(body) ? added : (added[0] ?? null);
}

async function addServices(body: Json, context: ServiceContext): Promise<Edit<string[][]>> {
  const sent = Array.isArray(body) ? body : [body];
  const problems: FieldProblem[] = [];
  const added: Service[] = [];
  refuseProblems(sizeProblems([...context.model.services, ...sent], context.model.services));
  const list = new ServiceList(context.model.services);
  const pause = createYield();
  for (const [index, item] of sent.entries()) {
    await pause();
    const prefix = Array.isArray(body) ? `${index}.` : '';
    if (!isObject(item)) {
      problems.push({ path: `${prefix}`, code: 'not_an_object', sentence: 'A service is a JSON object.' });
      continue;
    }
    const prepared = prepareService(withMadePasswords(item, context.types), undefined, context);
    problems.push(...prepared.problems.map((problem) => ({ ...problem, path: `${prefix}${problem.path}` })));
    list.put(prepared.service);
    context.others.add(prepared.service);
    added.push(prepared.service);
  }
  refuseProblems(problems);
  const names = added.map(({ name }) => name).join(', ');
  return {
    services: list.services,
    result: added.map(({ id }) => [id]),
    text: `added ${names}`,
    audit: {
      action: 'service.add',
      targetId: added[0]?.id ?? '',
      details: { names, types: added.map(({ type }) => type) },
    },
  };
}

/** Adds a service, or an element to a list below one, as one edit of a draft. */
export async function addingTo(path: string[], body: Json, context: ServiceContext): Promise<Edit<string[][]>> {
  return path.length > 0 ? addBelow(path, body, context) : addServices(body, context);
}

function addBelow(path: string[], body: Json, context: ServiceContext): Edit<string[][]> {
  const services = context.model.services as Json;
  const list = traverse(services, path);
  if (list === undefined) throw nothingAtError(path);
  const [key = '', ...rest] = path;
  const before = traverse(services, [key]) as Service | undefined;
  if (!before || !Array.isArray(list)) {
    throw errors.invalidInput('POST adds to a list; this is none. Use PUT to set a value.', [
      { path: path.slice(1).join('.'), code: 'not_a_list', sentence: 'This is not a list.' },
    ]);
  }
  refuseReadOnly(rest);
  const sent = Array.isArray(body) ? body : [body];
  const units = rest.length === 1 && rest[0] === 'units';
  // New elements never take the place of an existing one, whatever id they bring.
  const elements = sent.map((item): Json => (units && isObject(item) ? withoutId(item) : item));
  const changed = withValueAt(before as JsonObject, rest, [...list, ...elements]) as JsonObject;
  refuseGrowth(context, before, changed);
  const { service, problems } = prepareService(changed, before, context);
  refuseProblems(problems);
  return {
    services: withService(context.model, service).services,
    result: elements.map((_, index) => [...path, String(list.length + index)]),
    text: `added to ${rest.join('/')} of ${before.name}`,
    audit: { action: 'service.change', targetId: before.id, details: { name: before.name, path: rest.join('/') } },
  };
}

function withoutId({ id: _, ...item }: JsonObject): JsonObject {
  return item;
}
