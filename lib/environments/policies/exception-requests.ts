import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import { appendEvents, lockEnvironment } from '@/lib/db/events';
import type { PageQuery } from '@/lib/db/paging';
import {
  decideRequest,
  type ExceptionRequestRow,
  insertRequest,
  listRequestPage,
  newestRequest,
} from '@/lib/db/policy-exception-requests';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import { hasRole } from '@/lib/model/actor';
import { nextMarker } from '@/lib/model/next-marker';
import type {
  ExceptionRequestInput,
  ExceptionRequestPage,
  ExceptionRequestView,
} from '@/lib/model/policies/exception-requests';
import { ownSession } from '../access/own-session';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { requireMayChange, visiblePolicy } from './access';
import { askPolicies } from './ask';
import { createException, decidedMeanwhile, decisionEvent, visibleTenant } from './exceptions';
import { deploymentOfDraft } from './question';
import { inAllLanguages, inReadersLanguage } from './templates';

/** So much of what stopped somebody is kept with a request, in characters: the first sentence, and what fits behind it. */
const LONGEST_SENTENCE = 1_000;

/**
 * Asks those who may change a policy for leave of it, for one environment whose draft it stops.
 *
 * @throws forbidden `role_too_low`; not_found `policy_not_found`; as `ownSession`; state_forbids `nothing_stops` where the
 *   policy does not stop the draft; conflict `request_open`, `policy_changed`
 */
export async function requestException({
  ctx,
  input,
}: UseCaseCall<ExceptionRequestInput & { policyId: string }>): Promise<ExceptionRequestView> {
  requireRole(ctx, 'member');
  const policy = await visiblePolicy(ctx, input.policyId);
  const { name } = inAllLanguages(ctx, policy);
  const { environment_id: environmentId, session_id: sessionId, reason } = input;
  const sentence = await sentenceThatStops(ctx, { environmentId, sessionId }, policy.id);
  if (sentence === null) {
    throw errors.stateForbids('nothing_stops', `"${name}" does not stop this draft. It needs no exception.`);
  }
  const id = newId();
  const { tenantId, userId, userName } = ctx.actor;
  const details = { name: policy.name, reason, environmentId };
  const stored = await insertRequest(
    ctx.db,
    { id, policyId: policy.id, tenantId, environmentId, sentence, reason, createdAt: ctx.now(), createdBy: userId },
    {
      audit: auditOf(ctx, 'policy.request_exception', 'policy', policy.id, details),
      event: {
        ...{ kind: 'exception.requested', entity: 'environment', entityId: environmentId },
        text: `${userName} asked for an exception from "${name}"`,
        data: { policyId: policy.id, requestId: id },
      },
    },
  );
  if (stored === 'open') {
    throw errors.conflict('request_open', 'Somebody has asked for this already. Wait for the answer.');
  }
  if (stored === 'gone') {
    throw errors.conflict('policy_changed', 'What this exception is for has just changed. Look at it again.');
  }
  return findRequest(ctx, policy.id, id);
}

/**
 * A page of requests for exceptions, the newest first: of the actor's tenant, for who administers the installation of all.
 *
 * @param input `toDecide`: only those that wait for the actor
 * @throws forbidden `role_too_low`; invalid_input for a marker of no such request
 */
export async function listRequests({
  ctx,
  input: { policyId, environmentId, toDecide, ...query },
}: UseCaseCall<
  PageQuery & { policyId?: string; environmentId?: string; toDecide: boolean }
>): Promise<ExceptionRequestPage> {
  requireRole(ctx, 'reader');
  const { systemAdmin, tenantId, role } = ctx.actor;
  const administered = [...(systemAdmin ? [''] : []), ...(systemAdmin || hasRole(role, 'admin') ? [tenantId] : [])];
  const page = await listRequestPage(
    ctx.db,
    {
      ...(policyId === undefined ? {} : { policyId }),
      ...(environmentId === undefined ? {} : { environmentId }),
      ...(toDecide ? { openFor: administered } : {}),
      tenantId: visibleTenant(ctx),
    },
    query,
  );
  return { requests: page.rows.map((row) => requestView(ctx, row)), ...nextMarker(page) };
}

/**
 * Grants a request: makes the exception that it asks for, until a day.
 *
 * @throws as `createException`; not_found `request_not_found`; conflict `request_decided`
 */
export async function grantRequest({
  ctx,
  input: { policyId, requestId, until },
}: UseCaseCall<{ policyId: string; requestId: string; until: string }>): Promise<ExceptionRequestView> {
  const { request } = await requestToDecide(ctx, policyId, requestId);
  await createException(
    {
      ctx,
      input: {
        ...{ policyId, environment_id: request.environmentId, tenant_id: request.tenantId },
        ...{ reason: request.reason, until },
      },
    },
    { id: requestId },
  );
  return findRequest(ctx, policyId, requestId);
}

/**
 * Refuses a request, with a sentence that whoever asked reads.
 *
 * @throws forbidden `role_too_low`, `not_a_system_admin`; not_found `policy_not_found`, `request_not_found`; conflict
 *   `request_decided`
 */
export async function refuseRequest({
  ctx,
  input: { policyId, requestId, answer },
}: UseCaseCall<{ policyId: string; requestId: string; answer: string }>): Promise<ExceptionRequestView> {
  const { policy, request } = await requestToDecide(ctx, policyId, requestId);
  const { environmentId, tenantId } = request;
  const details = { name: policy.name, reason: answer, environmentId };
  const audit = { ...auditOf(ctx, 'policy.refuse_exception', 'policy', policy.id, details), tenantId };
  const event = decisionEvent(`${ctx.actor.userName} refused an exception from "${inAllLanguages(ctx, policy).name}"`, {
    ...{ policyId, requestId, granted: false },
  });
  const decision = { id: requestId, granted: false, decidedBy: ctx.actor.userId, decidedAt: ctx.now(), answer };
  const isDecided = await transaction(ctx.db, async (tx) => {
    await lockEnvironment(tx, environmentId);
    if (!(await decideRequest(tx, decision))) return false;
    await recordAudit(tx, audit);
    await appendEvents(tx, environmentId, null, [{ ...event, entityId: environmentId }]);
    return true;
  });
  if (!isDecided) throw decidedMeanwhile();
  return findRequest(ctx, policyId, requestId);
}

/** A request as the API shows it. */
export function requestView(ctx: Context, row: ExceptionRequestRow): ExceptionRequestView {
  const named = { name: row.policyName, template: row.policyTemplate, language: row.policyLanguage };
  return {
    ...{ id: row.id, policy_id: row.policyId, policy_name: inReadersLanguage(ctx, named).name },
    ...{ tenant_id: row.tenantId, tenant_name: row.tenantName },
    ...{ environment_id: row.environmentId, environment_name: row.environmentName },
    ...{ sentence: row.sentence, reason: row.reason },
    created: row.createdAt.toISOString(),
    created_by: row.creatorName,
    state: row.granted === null ? 'open' : row.granted ? 'granted' : 'refused',
    decided: row.decidedAt?.toISOString() ?? null,
    decided_by: row.deciderName,
    answer: row.answer,
  };
}

/** What a policy says that stops a draft of the actor; null when it does not. */
async function sentenceThatStops(
  ctx: Context,
  address: { environmentId: string; sessionId: string },
  policyId: string,
): Promise<string | null> {
  const session = await ownSession(ctx, address);
  const { verdicts } = await askPolicies(ctx, await deploymentOfDraft(ctx, session));
  const stopping = verdicts.filter((one) => one.stops && one.policyId === policyId);
  if (stopping.length === 0) return null;
  const sentences = [...new Set(stopping.map(({ sentence }) => sentence))];
  // words in every language are not to be cut
  const rest = sentences.slice(1).findIndex((_, n) => sentences.slice(0, n + 2).join('\n').length > LONGEST_SENTENCE);
  return (rest < 0 ? sentences : sentences.slice(0, rest + 1)).join('\n');
}

async function requestToDecide(ctx: Context, policyId: string, id: string) {
  const policy = await visiblePolicy(ctx, policyId);
  requireMayChange(ctx, policy.tenantId);
  const request = await newestRequest(ctx.db, { id, policyId, tenantId: visibleTenant(ctx) });
  if (!request) throw noSuchRequest();
  if (request.granted !== null) throw decidedMeanwhile();
  return { policy, request };
}

async function findRequest(ctx: Context, policyId: string, id: string): Promise<ExceptionRequestView> {
  const row = await newestRequest(ctx.db, { id, policyId, tenantId: visibleTenant(ctx) });
  if (!row) throw noSuchRequest();
  return requestView(ctx, row);
}

function noSuchRequest() {
  return errors.notFound('request_not_found', 'There is no such request. It may have been deleted.');
}
