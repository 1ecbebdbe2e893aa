import { createHash } from 'node:crypto';
import { newestRunOf } from '@/lib/db/runs';
import { errors, type FieldProblem } from '@/lib/errors';
import { fitted, graphsOf, UnevenMachines } from '@/lib/model/blueprints/graph';
import { type ScaledEntity, scaledEntity } from '@/lib/model/blueprints/scaling';
import { NODE_PROPERTY } from '@/lib/model/blueprints/service-blueprint';
import { isBuiltUnit } from '@/lib/model/change-rules';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { isObjectEntry } from '@/lib/model/object-entry';
import { unitsToTakeBack } from '@/lib/model/runs/half-way';
import { chooseUnitsToRemove, type Shrinking } from '@/lib/model/runs/resize';
import type { RunTarget } from '@/lib/model/runs/target';
import type { ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';
import { runOf } from '../runs/get';
import { refuseProblems } from '../services/edit';
import { prepareService, withService } from '../services/prepare';
import { inUnit, type ResizeInputs, serviceIn } from './resize-request';

/** Another document, and what it is another for. */
export interface Change {
  model: EnvironmentModel;
  target: RunTarget;
  added: Unit[];
  removed: Unit[];
  /** ids of the services that it is about */
  services: string[];
}

/**
 * The document of an environment in which a service has more or fewer machines; what an earlier growth has left half-way
 * goes before, where the request says so.
 *
 * @throws not_found `service_not_found`; state_forbids `not_scalable`, `not_deployed`, `nothing_to_do`; invalid_input
 */
export async function scaledAnew(
  ctx: Context,
  { model, version }: { model: EnvironmentModel; version: number },
  types: ServiceType[],
  request: ResizeInputs,
): Promise<Change> {
  const left = request.abort_started ? await leftHalfWay(ctx, model) : null;
  if (!left) return scaled(ctx, { model, version }, types, request);
  const owner = serviceIn(model, left.serviceId);
  const isLeft = ({ id }: Unit) => left.unitIds.includes(id);
  const without = withService(model, { ...owner, units: owner.units.filter((unit) => !isLeft(unit)) });
  const change = await scaled(ctx, { model: without, version }, types, request);
  return {
    ...change,
    removed: [...owner.units.filter(isLeft), ...change.removed],
    services: [...new Set([owner.id, ...change.services])],
  };
}

/** Units that the newest run of an environment added before it stopped, and that are still there. */
async function leftHalfWay(ctx: Context, { id: environmentId, services }: EnvironmentModel) {
  const runId = await newestRunOf(ctx.db, environmentId);
  if (runId === null) return null;
  const run = await runOf(ctx, { environmentId, runId });
  return run.state === 'success' ? null : unitsToTakeBack(run, services);
}

async function scaled(
  ctx: Context,
  { model, version }: { model: EnvironmentModel; version: number },
  types: ServiceType[],
  request: ResizeInputs,
): Promise<Change> {
  const { unit_ids: include = [], exclude_unit_ids: exclude = [] } = request;
  const entity = entityOf(model, request);
  const serviceId = entity?.serviceId ?? request.service_id;
  if (serviceId === undefined) {
    const sentence = 'Say which service is to have more or fewer machines.';
    refuseProblems([{ path: 'service_id', code: 'required', sentence }]);
  }
  const service = serviceIn(model, serviceId ?? '');
  const type = scalableType(service, types);
  const delta = request.delta ?? (include.length > 0 ? -include.length : 1);
  if (delta === 0)
    throw errors.stateForbids('nothing_to_do', 'No machine more and none fewer: there is nothing to do.');
  const target: RunTarget = { entity: 'service', serviceId: service.id };
  if (delta < 0) {
    const { units, problems } = chooseOfEntity(service, type, entity, { count: -delta, include, exclude });
    refuseProblems(problems);
    const going = new Set(units.map(({ id }) => id));
    const smaller = { ...service, units: service.units.filter(({ id }) => !going.has(id)) };
    refuseProblems(tooFew(service, type, smaller.units, request));
    refuseProblems(uneven(model, service, type, smaller.units));
    return { model: withService(model, smaller), target, added: [], removed: units, services: [service.id] };
  }
  refuseProblems(onlyFor('shrinking', { unit_ids: include.length > 0, exclude_unit_ids: exclude.length > 0 }));
  const { unit = {} } = request;
  const fresh = Array.from({ length: delta }, () =>
    (entity?.nodes ?? [null]).map((node) => (node ? { ...unit, node } : unit)),
  );
  refuseProblems(tooMany(service, type, fresh.flat().length));
  const larger = await grown(ctx, { model, version }, types, service, fresh.flat());
  const added = larger.units.slice(service.units.length);
  refuseProblems(tooManyOfNode(service, type, larger.units));
  refuseProblems(uneven(model, service, type, larger.units));
  return { model: withService(model, larger), target, added, removed: [], services: [service.id] };
}

/** What is scaled, where it is named. @throws invalid_input; state_forbids `not_scalable` */
function entityOf(model: EnvironmentModel, request: ResizeInputs): ScaledEntity | null {
  const { scalable_entity_name: name, scale_compute: withHost = false, service_id: serviceId } = request;
  if (name === undefined) return null;
  const found = scaledEntity(model, { name, withHost, serviceId });
  if (typeof found === 'string') throw errors.stateForbids('not_scalable', found);
  if (found === null) {
    const sentence = `No service, node or group is called ${name} here.`;
    refuseProblems([{ path: 'scalable_entity_name', code: 'unknown_name', sentence }]);
  }
  return found;
}

/** @throws state_forbids `not_scalable`, `not_deployed` */
function scalableType(service: Service, types: readonly ServiceType[]): ServiceType {
  const type = types.find((one) => one.type === service.type);
  if (!type || type.units.managed || isObjectEntry(service)) {
    throw errors.stateForbids(
      'not_scalable',
      `The package of ${service.name} decides by itself which machines there are. Change its settings instead.`,
    );
  }
  if (type.units.max <= 1) {
    throw errors.stateForbids(
      'not_scalable',
      `${type.title} always has ${type.units.max === 0 ? `no machine of its own` : `one ${type.units.noun}`}, so ${service.name} cannot grow or shrink.`,
    );
  }
  if (!service.units.some(isBuiltUnit)) {
    throw errors.stateForbids('not_deployed', `${service.name} is not deployed yet. Deploy it first.`);
  }
  return type;
}

/** Units that go: of a named entity whole instances; of a service of different machines those that are named. */
function chooseOfEntity(
  service: Service,
  type: ServiceType,
  entity: ScaledEntity | null,
  { count, include, exclude }: Shrinking,
): { units: Unit[]; problems: FieldProblem[] } {
  if (!entity?.nodes) {
    const kinds = new Set(service.units.map((unit) => unit[NODE_PROPERTY] ?? ''));
    const chosen = chooseUnitsToRemove(service, type, { count, include, exclude });
    if (kinds.size < 2 || include.length >= count || chosen.problems.length > 0) return chosen;
    const sentence = `The machines of ${service.name} are different ones: say which go, or of which node (scalable_entity_name).`;
    return { units: [], problems: [{ path: 'unit_ids', code: 'choose_machines', sentence }] };
  }
  const { instances } = entity;
  const firstOf = (id: string) => instances.find((units) => units.includes(id))?.[0] ?? id;
  const firsts = new Set(instances.map(([first]) => first));
  const { units, problems } = chooseUnitsToRemove(
    { ...service, units: service.units.filter(({ id }) => firsts.has(id)) },
    type,
    { count, include: include.map(firstOf), exclude: exclude.map(firstOf) },
  );
  const going = new Set(units.flatMap(({ id }) => instances.find(([first]) => first === id) ?? []));
  return { units: service.units.filter(({ id }) => going.has(id)), problems };
}

/** The service with new units after its own: named, filled in and checked as if somebody had added them to a draft. */
async function grown(
  ctx: Context,
  { model, version }: { model: EnvironmentModel; version: number },
  types: ServiceType[],
  service: Service,
  settings: readonly JsonObject[],
): Promise<Service> {
  const fresh = settings.map(({ state: _state, id: _id, name: _name, ...unit }) => unit);
  const sent = { ...service, units: [...service.units, ...fresh] } as unknown as JsonObject;
  const around = {
    model,
    others: new Neighbours(types, model.services),
    types,
    offer: await ctx.recentOffer(model.region),
    deployed: new Map(model.services.map((one) => [one.id, one])),
    box: ctx.box,
    now: ctx.now(),
  };
  const { service: prepared, problems } = prepareService(sent, service, around);
  refuseProblems(problems.map((problem) => inUnit(problem)));
  const units = prepared.units.slice(service.units.length);
  // the plan that was looked at and what is then begun name machines alike, also where their names come from their ids
  const named = units.map((one, at) => ({ ...one, id: unitId(model.id, version, service.id, at) }));
  return { ...prepared, units: [...service.units, ...named] };
}

/** The id of a new unit: 32 hexadecimal digits, the same as long as nothing else was deployed. */
function unitId(environmentId: string, version: number, serviceId: string, place: number): string {
  return createHash('sha256').update([environmentId, version, serviceId, place].join('/')).digest('hex').slice(0, 32);
}

function tooFew(
  service: Service,
  type: ServiceType,
  left: readonly Unit[],
  { delta: sent }: ResizeInputs,
): FieldProblem[] {
  const { min, noun, ofNode = {} } = type.units;
  const path = sent === undefined ? 'unit_ids' : 'delta';
  const least = Math.max(1, min);
  if (left.length < least) {
    const many = least === 1 ? `one ${noun}` : `${least} ${noun}s`;
    const sentence = `${service.name} has ${service.units.length} and needs at least ${many}. To be rid of all, remove the service.`;
    return [{ path, code: 'too_few_units', sentence }];
  }
  return Object.entries(ofNode).flatMap(([node, limit]) => {
    const count = countOf(left, node);
    if (count >= limit.min || count === countOf(service.units, node)) return [];
    const sentence = `${service.name} needs at least ${limit.min} of ${node}, and ${count} would be left.`;
    return [{ path, code: 'too_few_units', sentence }];
  });
}

function tooManyOfNode(
  service: Service,
  { units: { ofNode = {} } }: ServiceType,
  all: readonly Unit[],
): FieldProblem[] {
  return Object.entries(ofNode).flatMap(([node, { max }]) => {
    const count = countOf(all, node);
    if (count <= max || count === countOf(service.units, node)) return [];
    const sentence = `${service.name} can have at most ${max} of ${node}, and would have ${count}.`;
    return [{ path: 'delta', code: 'too_many_units', sentence }];
  });
}

const countOf = (units: readonly Unit[], node: string) => units.filter((unit) => unit[NODE_PROPERTY] === node).length;

/** That machines would not make whole groups: known now, so nothing is begun. */
function uneven(model: EnvironmentModel, service: Service, type: ServiceType, units: Unit[]): FieldProblem[] {
  const graph = graphsOf(model)[service.id];
  const { choices = [] } = type.unitProperties.find(({ name }) => name === NODE_PROPERTY) ?? {};
  if (!graph || choices.length === 0) return [];
  try {
    fitted(
      graph,
      graph.model.template,
      choices.map(({ value }) => String(value)),
      units,
    );
    return [];
  } catch (error) {
    if (!(error instanceof UnevenMachines)) throw error;
    return [{ path: 'delta', code: 'uneven_machines', sentence: error.message }];
  }
}

function tooMany(service: Service, type: ServiceType, delta: number): FieldProblem[] {
  const { max, noun } = type.units;
  if (service.units.length + delta <= max) return [];
  const sentence = `${service.name} has ${service.units.length} and can have at most ${max} ${noun}s.`;
  return [{ path: 'delta', code: 'too_many_units', sentence }];
}

function onlyFor(what: string, sent: Record<string, boolean>): FieldProblem[] {
  return Object.entries(sent).flatMap(([path, isSent]) =>
    isSent ? [{ path, code: 'not_here', sentence: `This is for ${what} only.` }] : [],
  );
}
