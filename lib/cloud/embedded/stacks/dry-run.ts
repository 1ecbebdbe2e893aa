import type { CloudScope, ResourceForecast, StackDryRun, StackForecast } from '@/lib/cloud/cloud';
import type { Kernel } from '@/lib/cloud/embedded/kernel';
import { propertyChanges } from '@/lib/cloud/embedded/resources/table';
import type { CloudResource, CloudStack } from '@/lib/db/generated/client';
import { isVetroError } from '@/lib/errors';
import { diffResource, type Made } from '@/lib/formats/hot/diff';
import { resolve } from '@/lib/formats/hot/functions';
import { dependencies, sortGraph } from '@/lib/formats/hot/graph';
import type { Scope } from '@/lib/formats/hot/scope';
import type { Template } from '@/lib/formats/hot/template';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { isHealthy } from './actions';
import { attributesOf, madeFrom } from './resource-rows';
import { validate } from './validate';

/** A resource as it would be: one that is there, or one that an operation played through would make. */
interface Played {
  made: Made;
  /** null for one that is still to be made: id and attributes are not known yet */
  row: CloudResource | null;
  /** the next operation makes it anew although nothing of it has changed */
  broken: boolean;
  /** the next operation changes it although nothing of it has changed */
  halfChanged: boolean;
}

/** The stack of that name as it is now, for playing operations through; one that is not there is empty. */
export async function dryRun(kernel: Kernel, { tenantId }: CloudScope, name: string): Promise<StackDryRun> {
  const stack = await kernel.db.cloudStack.findFirst({ where: { tenantId, name, deletedAt: null } });
  let here = await resourcesNow(kernel, tenantId, stack);

  return {
    now: [...here].map(([resource, { made }]) => forecast(resource, 'unchanged', made, made)),
    apply: async ({ template: source, parameters }) => {
      const wanted = await validate(kernel, tenantId, source, parameters);
      if ('reason' in wanted) {
        const { resource, type: resourceType, reason } = wanted;
        return { ok: false, status: 'VALIDATION_FAILED', resource, resourceType, reason };
      }
      const pseudo = { 'OS::stack_name': name, 'OS::stack_id': stack?.id ?? '‹stack›', 'OS::project_id': tenantId };
      try {
        const { resources, outputs, after } = play(wanted, here, pseudo);
        here = after;
        return { ok: true, outputs, resources };
      } catch (error) {
        if (!isVetroError(error)) throw error;
        return { ok: false, status: 'VALIDATION_FAILED', resource: null, resourceType: null, reason: error.sentence };
      }
    },
    delete: async (): Promise<StackForecast> => {
      const resources = [...here].map(([resource, { made }]) => forecast(resource, 'remove', made, null));
      here = new Map();
      return { ok: true, outputs: {}, resources };
    },
  };
}

async function resourcesNow(
  kernel: Kernel,
  tenantId: string,
  stack: CloudStack | null,
): Promise<ReadonlyMap<string, Played>> {
  if (!stack) return new Map();
  const rows = await kernel.db.cloudResource.findMany({
    where: { stackId: stack.id, replaced: false },
    orderBy: [{ createdAt: 'asc' }, { name: 'asc' }],
  });
  const run = { kernel, stack: { id: stack.id, name: stack.name, tenantId } };
  const entries = rows.map(async (row): Promise<[string, Played]> => {
    const failed = row.status === 'FAILED';
    const broken = (failed && row.action === 'CREATE') || !(await isHealthy(run, row));
    return [row.name, { made: madeFrom(row), row, broken, halfChanged: failed }];
  });
  return new Map(await Promise.all(entries));
}

/** The same decisions as `converge` and `cleanUp` make, on paper. */
function play(
  { template, values }: { template: Template; values: JsonObject },
  before: ReadonlyMap<string, Played>,
  pseudo: JsonObject,
): { resources: ResourceForecast[]; outputs: JsonObject; after: ReadonlyMap<string, Played> } {
  const after = new Map<string, Played>();
  const resources: ResourceForecast[] = [];
  const resolved = (value: Json) => resolve(withPhrases(value, after), scopeOf(values, pseudo, after));
  const sorted = sortGraph(dependencies(template));
  for (const name of 'order' in sorted ? sorted.order : []) {
    const definition = template.resources[name];
    if (!definition) continue;
    const [properties, metadata] = [definition.properties, definition.metadata].map(resolved).map(objectOrEmpty);
    const wanted: Made = { type: definition.type, properties: properties ?? {}, metadata: metadata ?? {} };
    const played = settle(name, before.get(name) ?? null, wanted);
    after.set(name, played.now);
    resources.push(played.forecast);
  }
  for (const [name, { made }] of before) if (!after.has(name)) resources.push(forecast(name, 'remove', made, null));
  const outputs = Object.entries(template.outputs).map(([name, output]) => [name, resolved(output.value)]);
  return { resources, outputs: Object.fromEntries(outputs), after };
}

function settle(name: string, was: Played | null, wanted: Made): { now: Played; forecast: ResourceForecast } {
  const fresh: Played = { made: wanted, row: null, broken: false, halfChanged: false };
  if (!was) return { now: fresh, forecast: forecast(name, 'create', null, wanted) };
  const found = diffResource(was.made, wanted, propertyChanges(wanted.type));
  const properties = 'properties' in found ? found.properties : [];
  if (was.broken || found.change === 'replace') {
    return { now: fresh, forecast: { ...forecast(name, 'replace', was.made, wanted), properties } };
  }
  const stays: Played = { ...fresh, row: was.row };
  if (found.change === 'inPlace' || was.halfChanged) {
    return { now: stays, forecast: { ...forecast(name, 'inPlace', was.made, wanted), properties } };
  }
  return { now: stays, forecast: forecast(name, 'unchanged', was.made, wanted) };
}

function forecast(
  name: string,
  change: ResourceForecast['change'],
  before: Made | null,
  after: Made | null,
): ResourceForecast {
  const type = (after ?? before)?.type ?? '';
  return {
    name,
    type,
    change,
    properties: [],
    before: before?.properties ?? null,
    after: after?.properties ?? null,
  };
}

function scopeOf(values: JsonObject, pseudo: JsonObject, here: ReadonlyMap<string, Played>): Scope {
  return {
    parameter: (name) => values[name] ?? pseudo[name] ?? null,
    resource: (name) => {
      const row = here.get(name)?.row ?? null;
      const attributes = row && isObject(row.attributes) ? row.attributes : {};
      return row?.type === 'OS::Nova::KeyPair' ? String(attributes.name ?? '') : (row?.id ?? '');
    },
    attribute: (name, attribute) => {
      const row = here.get(name)?.row ?? null;
      return row ? attributesOf(row)[attribute] : undefined;
    },
  };
}

/** Puts a phrase wherever a value asks for the id or an attribute of what is still to be made. */
function withPhrases(value: Json, here: ReadonlyMap<string, Played>): Json {
  const unknown = (name: unknown): name is string => typeof name === 'string' && here.get(name)?.row === null;
  const visit = (inner: Json): Json => {
    if (Array.isArray(inner)) return inner.map(visit);
    if (!isObject(inner)) return inner;
    const { get_resource: resource, get_attr: attribute } = inner;
    if (Object.keys(inner).length === 1 && unknown(resource)) return referenceTo(resource, here.get(resource)?.made);
    if (Object.keys(inner).length === 1 && Array.isArray(attribute) && unknown(attribute[0])) {
      return `‹${phraseOf(attribute)} of ${attribute[0]}›`;
    }
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, visit(item)]));
  };
  return visit(value);
}

/** A key pair is referred to by its name, which is known before it is made; an id is not. */
function referenceTo(resource: string, made: Made | undefined): string {
  const name = made?.type === 'OS::Nova::KeyPair' ? made.properties.name : null;
  return typeof name === 'string' ? name : `‹${resource}›`;
}

/** What people call it: an address, however deep in the attributes it is. */
function phraseOf([, attribute, ...path]: Json[]): string {
  const words = [attribute, ...path].filter((step): step is string => typeof step === 'string');
  return words.some((word) => /address|addr$|_ips?$|networks/i.test(word)) ? 'address' : words.join(' ');
}

function objectOrEmpty(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
