import { createHash } from 'node:crypto';
import { errors, type FieldProblem } from '@/lib/errors';
import { isBuiltUnit } from '@/lib/model/change-rules';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { checkEnvironment } from '@/lib/model/environment-rules';
import { hostOf } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { isObjectEntry } from '@/lib/model/object-entry';
import { relationsBetween } from '@/lib/model/relations';
import type { ResizeInput, ResizingWorkflow } from '@/lib/model/runs/execution';
import { chooseUnitsToRemove, concernedServices } from '@/lib/model/runs/resize';
import type { RunTarget } from '@/lib/model/runs/target';
import type { ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';
import { askPolicies, type PolicyOutcome } from '../policies/ask';
import { typesOf } from '../service-types';
import { refuseProblems } from '../services/edit';
import { prepareService, withService } from '../services/prepare';
import { withLock } from '../services/with-lock';

/** What is asked for of the size of a service, or of the whole environment. */
export interface ResizeInputs {
  workflow: ResizingWorkflow;
  service_id?: string | undefined;
  /** of a scale: so many machines more, or, below 0, fewer */
  delta?: number | undefined;
  /** of a scale: these go first */
  unit_ids?: readonly string[] | undefined;
  /** of a scale: these stay */
  exclude_unit_ids?: readonly string[] | undefined;
  /** of a scale: the settings of each new machine */
  unit?: JsonObject | undefined;
  rollback_if_failed?: boolean | undefined;
}

/** The document that a run is to make true, with all that its run needs to know. */
export interface Resized {
  asked: EnvironmentModel;
  target: RunTarget;
  input: ResizeInput;
  policies: PolicyOutcome;
}

/**
 * The document of an environment with more or fewer machines: checked like one that is deployed, and by policies. What
 * was wrong in it before is nobody's fault now, and refuses nothing.
 *
 * @param deployed what is deployed, in which version
 * @throws not_found `service_not_found`; state_forbids `not_scalable`, `not_deployed`, `nothing_to_do`; invalid_input with
 *   every bad field of the request
 */
export async function resized(
  ctx: Context,
  deployed: { model: EnvironmentModel; version: number },
  request: ResizeInputs,
): Promise<Resized> {
  const { model } = deployed;
  const types = await typesOf(ctx, model);
  const change =
    request.workflow === 'uninstall' ? uninstalled(model, request) : await scaled(ctx, deployed, types, request);
  const draft = await withLock(ctx, change.model, model);
  const policies = await askPolicies(ctx, { kind: request.workflow, model: draft, deployed: model });
  const asked = policies.model;
  const offer = await ctx.cloud.offer({ tenantId: ctx.actor.tenantId });
  const known = new Set(checkEnvironment(model, { types, offer, deployed: model }).map(keyOf));
  const problems = checkEnvironment(asked, { types, offer, deployed: model }).filter((one) => !known.has(keyOf(one)));
  // that nobody leads any more is the same as that the one who led goes
  const isPillar = problems.some(({ code }) => code === 'pillar_removed');
  const causes = problems.filter(({ code }) => !isPillar || code !== 'none_chosen');
  refuseProblems(causes.map((problem) => inRequest(problem, asked, request)));
  // A program decides by itself what it does to which machine, and what a policy has changed may concern all of them.
  const isWhole =
    policies.changes.length > 0 || model.services.some(isObjectEntry) || model.state?.objects !== undefined;
  return {
    asked,
    target: change.target,
    input: {
      added: change.added.map(({ id }) => id),
      removed: change.removed.map((unit) => ({ id: unit.id, host: hostOf(unit) })),
      only: isWhole ? null : unitsConcerned(asked, model, types, change.services),
      rollback: request.workflow === 'scale' && request.rollback_if_failed !== false,
    },
    policies,
  };
}

interface Change {
  model: EnvironmentModel;
  target: RunTarget;
  added: Unit[];
  removed: Unit[];
  /** ids of the services that it is about */
  services: string[];
}

function uninstalled(model: EnvironmentModel, { service_id: serviceId }: ResizeInputs): Change {
  const going = serviceId === undefined ? model.services : [serviceIn(model, serviceId)];
  if (going.length === 0) {
    throw errors.stateForbids('nothing_to_do', 'Nothing is deployed in this environment, so nothing can be removed.');
  }
  const ids = going.map(({ id }) => id);
  return {
    model: { ...model, services: model.services.filter(({ id }) => !ids.includes(id)) },
    target: serviceId === undefined ? { entity: 'environment' } : { entity: 'service', serviceId },
    added: [],
    removed: going.flatMap(({ units }) => units),
    services: ids,
  };
}

async function scaled(
  ctx: Context,
  { model, version }: { model: EnvironmentModel; version: number },
  types: ServiceType[],
  request: ResizeInputs,
): Promise<Change> {
  const { service_id: serviceId, unit_ids: include = [], exclude_unit_ids: exclude = [] } = request;
  if (serviceId === undefined) {
    const sentence = 'Say which service is to have more or fewer machines.';
    refuseProblems([{ path: 'service_id', code: 'required', sentence }]);
  }
  const service = serviceIn(model, serviceId ?? '');
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
  const delta = request.delta ?? (include.length > 0 ? -include.length : 1);
  if (delta === 0)
    throw errors.stateForbids('nothing_to_do', 'No machine more and none fewer: there is nothing to do.');
  const target: RunTarget = { entity: 'service', serviceId: service.id };
  if (delta < 0) {
    const { units, problems } = chooseUnitsToRemove(service, type, { count: -delta, include, exclude });
    refuseProblems(problems);
    refuseProblems(tooFew(service, type, delta, request));
    const going = new Set(units.map(({ id }) => id));
    const smaller = { ...service, units: service.units.filter(({ id }) => !going.has(id)) };
    return { model: withService(model, smaller), target, added: [], removed: units, services: [service.id] };
  }
  refuseProblems([
    ...onlyFor('shrinking', { unit_ids: include.length > 0, exclude_unit_ids: exclude.length > 0 }),
    ...tooMany(service, type, delta),
  ]);
  const larger = await grown(ctx, { model, version }, types, service, { delta, unit: request.unit ?? {} });
  const added = larger.units.slice(service.units.length);
  return { model: withService(model, larger), target, added, removed: [], services: [service.id] };
}

/** The service with new units after its own: named, filled in and checked as if somebody had added them to a draft. */
async function grown(
  ctx: Context,
  { model, version }: { model: EnvironmentModel; version: number },
  types: ServiceType[],
  service: Service,
  { delta, unit }: { delta: number; unit: JsonObject },
): Promise<Service> {
  const { state: _state, id: _id, name: _name, ...settings } = unit;
  const fresh = Array.from({ length: delta }, () => settings);
  const sent = { ...service, units: [...service.units, ...fresh] } as unknown as JsonObject;
  const around = {
    model,
    others: new Neighbours(types, model.services),
    types,
    offer: await ctx.recentOffer(),
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

/** Units whose machines a change of some services may concern, before and after it. */
function unitsConcerned(
  asked: EnvironmentModel,
  deployed: EnvironmentModel,
  types: readonly ServiceType[],
  services: readonly string[],
): string[] {
  const concerned = concernedServices(services, [
    ...relationsBetween(deployed.services, types),
    ...relationsBetween(asked.services, types),
  ]);
  return asked.services.filter(({ id }) => concerned.has(id)).flatMap(({ units }) => units.map(({ id }) => id));
}

/** @throws not_found `service_not_found` */
function serviceIn({ services }: EnvironmentModel, serviceId: string): Service {
  const found = services.find(({ id }) => id === serviceId);
  if (!found) throw errors.notFound('service_not_found', 'Nothing deployed in this environment has this id.');
  return found;
}

function tooFew(service: Service, type: ServiceType, delta: number, { delta: sent }: ResizeInputs): FieldProblem[] {
  const { min, noun } = type.units;
  const least = Math.max(1, min);
  if (service.units.length + delta >= least) return [];
  const many = least === 1 ? `one ${noun}` : `${least} ${noun}s`;
  const sentence = `${service.name} has ${service.units.length} and needs at least ${many}. To be rid of all, remove the service.`;
  return [{ path: sent === undefined ? 'unit_ids' : 'delta', code: 'too_few_units', sentence }];
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

/** A problem of a service that grows, by the field of the request: the settings of new units are sent once for all. */
function inUnit({ path, ...problem }: FieldProblem): FieldProblem {
  const [, , property] = /^units\.(\d+)\.(.+)$/.exec(path) ?? [];
  return {
    ...problem,
    path: property === undefined ? (path === 'units' ? 'delta' : 'service_id') : `unit.${property}`,
  };
}

/** A problem of the document, by the field of the request that brings it. */
function inRequest(problem: FieldProblem, { services }: EnvironmentModel, request: ResizeInputs): FieldProblem {
  const [, index = '', rest = ''] = /^services\.(\d+)\.(.*)$/.exec(problem.path) ?? [];
  const { id } = services[Number(index)] ?? {};
  if (request.workflow === 'uninstall') return { ...problem, path: 'service_id' };
  const size = request.delta === undefined && request.unit_ids ? 'unit_ids' : 'delta';
  // the quota, or the size of the whole document
  if (index === '' || rest === 'units') return { ...problem, path: size };
  return id === request.service_id ? inUnit({ ...problem, path: rest }) : { ...problem, path: 'service_id' };
}

const keyOf = ({ code, sentence }: FieldProblem) => `${code} ${sentence}`;
