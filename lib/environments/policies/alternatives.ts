import { listEnabledPolicies } from '@/lib/db/policies';
import type { SessionDetail } from '@/lib/db/sessions';
import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import type { AllowedValue, Alternative, AlternativeEdit } from '@/lib/model/policies/alternatives';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { newUnit } from '@/lib/model/service-defaults';
import type { Property, ServiceType } from '@/lib/model/service-type';
import { ownSession, requireOpen, type SessionAddress } from '../access/own-session';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { addingTo } from '../services/add';
import { changing } from '../services/change';
import { contextOfDraft, withServices } from '../services/edit';
import { withPlannedUnits } from '../services/planned-units';
import type { ServiceContext } from '../services/prepare';
import { removing } from '../services/remove';
import { traverse } from '../services/traverse';
import { withLock } from '../services/with-lock';
import { allowedValues, type ValueContext } from './allowed-values';
import { askPolicies } from './ask';
import { deploymentOfDraft } from './question';

/** Policies are asked so many times at most for one answer: somebody waits for it. */
const MAX_QUESTIONS = 60;
/** So many values of one field are offered. */
const MAX_VALUES = 3;
/** So many machines more or fewer are looked at. */
const MAX_COUNT_CHANGE = 5;

/** The property of a service that stands for how many machines it has. */
const UNITS = 'units';

/** A field of the draft that verdicts name. */
interface Field {
  service: Service;
  path: string;
  property: Property | null;
  type: ServiceType;
  /** verdicts that go when the field has an allowed value */
  verdicts: PolicyVerdict[];
}

/** A value of a field, and the edits that set it. */
interface CandidateEdit {
  text: string;
  size: AllowedValue['size'];
  edits: AlternativeEdit[];
}

/**
 * What policies would allow where they stop a draft of the actor: other values of the fields that their verdicts name, the
 * nearest first. Each is made in a copy of the draft as an edit would make it and judged as deploying would be: it counts
 * when the verdicts about its field are gone and no other has come. Nothing is stored.
 *
 * @returns an alternative for each field that was looked at, with none allowed where none is
 * @throws forbidden `role_too_low`; as `ownSession`, `requireOpen`; limit_exceeded `too_many_questions`
 */
export async function findAlternatives({ ctx, input }: UseCaseCall<SessionAddress>): Promise<Alternative[]> {
  requireRole(ctx, 'member');
  const session = await ownSession(ctx, input);
  requireOpen(session);
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId, session.model.packages);
  const context = contextOfDraft(ctx, session, { types, offer: await ctx.recentOffer(session.model.region) });
  const stopping = await stopsOf(ctx, session, session.model);
  const concerned = new Set(stopping.map(({ policyId }) => policyId));
  const policies = (await listEnabledPolicies(ctx.db, ctx.actor.tenantId)).filter(({ id }) => concerned.has(id));
  const around: ValueContext = {
    ...{ model: session.model, types, offer: context.offer },
    parameters: policies.map(({ parameters }) => parameters),
  };
  let rest = MAX_QUESTIONS;
  const found: Alternative[] = [];
  for (const field of fieldsOf(stopping, session.model, types)) {
    const alternative = await searchField(ctx, session, context, field, { around, stopping, most: rest });
    rest -= alternative.tried;
    found.push(alternative);
  }
  return found.filter(({ tried }) => tried > 0);
}

/** What stops a document that a draft could be. */
async function stopsOf(ctx: Context, session: SessionDetail, model: EnvironmentModel): Promise<PolicyVerdict[]> {
  const { verdicts } = await askPolicies(ctx, await deploymentOfDraft(ctx, session, model), { isTrial: true });
  return verdicts.filter(({ stops }) => stops);
}

/**
 * The fields that verdicts name, each once. One that names none of a service is about its machines, or how many there are;
 * one that names no service is about all that the draft has.
 */
function fieldsOf(stopping: readonly PolicyVerdict[], model: EnvironmentModel, types: readonly ServiceType[]): Field[] {
  const fields = new Map<string, Field>();
  const add = (service: Service, path: string, verdict: PolicyVerdict) => {
    const type = types.find((one) => one.type === service.type);
    if (!type) return;
    const property = path === UNITS ? null : propertyAt(type, path);
    if (property === null && (path !== UNITS || type.units.managed || type.units.max <= 1)) return;
    const field = fields.get(`${service.id} ${path}`) ?? { service, path, property, type, verdicts: [] };
    field.verdicts.push(verdict);
    fields.set(`${service.id} ${path}`, field);
  };
  for (const verdict of stopping.filter(({ kind }) => kind === 'error')) {
    for (const service of model.services) {
      if (verdict.service_id !== null && verdict.service_id !== service.id) continue;
      const named = verdict.service_id === null ? [] : (verdict.properties ?? []);
      const type = types.find((one) => one.type === service.type);
      const size = type?.properties.find(({ kind }) => kind === 'flavor');
      const usual = [UNITS, ...(size ? [size.name] : [])];
      const useful = named.filter((path) => path !== 'name');
      for (const path of useful.length > 0 ? useful : [...named, ...usual]) add(service, path, verdict);
    }
  }
  return [...fields.values()];
}

/** The property at a path of a service, `size` or `units.0.zone`; null when its type has none there that people are asked. */
function propertyAt(type: ServiceType, path: string): Property | null {
  const parts = path.split('.');
  const found =
    parts[0] === UNITS
      ? type.unitProperties.find(({ name }) => name === parts[2])
      : type.properties.find(({ name }) => name === parts[0]);
  return found && !found.hidden ? found : null;
}

/** Looks for values of one field that policies allow. */
async function searchField(
  ctx: Context,
  session: SessionDetail,
  context: ServiceContext,
  field: Field,
  { around, stopping, most }: { around: ValueContext; stopping: readonly PolicyVerdict[]; most: number },
): Promise<Alternative> {
  const { service, path, property, type, verdicts } = field;
  const tries = property
    ? allowedValues(property, valueAt(service, path), around).map(
        ({ value, text, size }): CandidateEdit => ({
          ...{ text, size: size ?? null },
          edits: [{ method: 'PUT', path: [service.id, ...path.split('.')].join('/'), value }],
        }),
      )
    : countChanges(service, type, session.baseModel);
  const before = new Set(stopping.map(keyOf));
  const unwanted = new Set(verdicts.map(keyOf));
  const allowed: AllowedValue[] = [];
  let tried = 0;
  for (const one of tries) {
    if (tried >= most || allowed.length >= MAX_VALUES) break;
    const model = await withEdits(ctx, session, context, one.edits);
    if (!model) continue;
    tried += 1;
    const after = (await stopsOf(ctx, session, model)).map(keyOf);
    if (after.every((key) => before.has(key) && !unwanted.has(key))) allowed.push(one);
  }
  return {
    ...{ service_id: service.id, service_name: service.name, property: path },
    ...{ kind: property?.kind ?? UNITS, label: property?.label ?? type.units.noun },
    policy_ids: [...new Set(verdicts.map(({ policyId }) => policyId))],
    ...{ tried, allowed },
  };
}

const keyOf = ({ policyId, object_id, kind, sentence }: PolicyVerdict) =>
  JSON.stringify([policyId, object_id, kind, sentence]);

const valueAt = (service: Service, path: string): Json => traverse(service as Json, path.split('.')) ?? null;

/** More and fewer machines, one by one; of those that there are already none goes. */
function countChanges(service: Service, type: ServiceType, base: EnvironmentModel): CandidateEdit[] {
  const there = new Set(base.services.flatMap(({ units }) => units.map(({ id }) => id)));
  const removable = service.units.filter(({ id }) => !there.has(id)).map(({ id }) => id);
  const now = service.units.length;
  return Array.from({ length: MAX_COUNT_CHANGE }, (_, at) => at + 1).flatMap((far): CandidateEdit[] => {
    const more: AlternativeEdit[] = Array.from({ length: far }, (_, at) => ({
      ...{ method: 'POST' as const, path: `${service.id}/${UNITS}`, value: newUnit(type, now + at) },
    }));
    const fewer = removable.slice(-far).map((id): AlternativeEdit => {
      return { method: 'DELETE', path: `${service.id}/${UNITS}/${id}` };
    });
    return [
      ...(fewer.length === far && now - far >= Math.max(1, type.units.min)
        ? [{ text: String(now - far), size: null, edits: fewer }]
        : []),
      ...(now + far <= type.units.max ? [{ text: String(now + far), size: null, edits: more }] : []),
    ];
  });
}

/** The draft after edits, as they would leave it; null when the rules of services refuse one of them. */
async function withEdits(
  ctx: Context,
  session: SessionDetail,
  context: ServiceContext,
  edits: readonly AlternativeEdit[],
): Promise<EnvironmentModel | null> {
  let model = session.model;
  try {
    for (const { method, path, value = null } of edits) {
      const at = path.split('/');
      const now = withServices({ ...context, model }, model.services);
      const edit =
        method === 'PUT'
          ? await changing(at, value, now)
          : method === 'POST'
            ? await addingTo(at, value, now)
            : removing(at, now);
      const locked = await withLock(ctx, { ...model, services: edit.services }, session.baseModel);
      model = await withPlannedUnits(ctx.catalog, ctx.actor.tenantId, locked);
    }
    return model;
  } catch (error) {
    if (isVetroError(error)) return null;
    throw error;
  }
}
