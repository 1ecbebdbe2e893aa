import { newId } from '@/lib/crypto';
import { tenantOfEnvironment } from '@/lib/db/environments';
import type { PageQuery } from '@/lib/db/paging';
import type { PolicyRow } from '@/lib/db/policies';
import {
  countExceptionsInForce,
  endExceptionRow,
  findExceptionRow,
  insertException,
  listExceptionPage,
  type PolicyExceptionRow,
} from '@/lib/db/policy-exceptions';
import { findTenantRow } from '@/lib/db/tenants';
import { errors } from '@/lib/errors';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { nextMarker } from '@/lib/model/next-marker';
import type { PolicyExceptionInput, PolicyExceptionPage, PolicyExceptionView } from '@/lib/model/policies/exceptions';
import { explainNotVisible } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { requireMayChange, visiblePolicy } from './access';
import { inAllLanguages } from './templates';

/** An exception is for a time; what holds for ever is another rule. */
const LONGEST_DAYS = 366;
const DAY_MS = 24 * 3600 * 1000;
/** So many exceptions in force one policy may have. */
const MAX_EXCEPTIONS = 500;

/**
 * A page of the exceptions that there were from a policy, those that last longest first: in the actor's tenant, for who
 * administers the installation in all.
 *
 * @throws forbidden `role_too_low`; not_found `policy_not_found`; invalid_input for a marker of no such exception
 */
export async function listExceptions({
  ctx,
  input,
}: UseCaseCall<PageQuery & { policyId: string }>): Promise<PolicyExceptionPage> {
  requireRole(ctx, 'reader');
  const { id: policyId } = await visiblePolicy(ctx, input.policyId);
  const page = await listExceptionPage(ctx.db, { policyId, tenantId: visibleTenant(ctx) }, input);
  return { exceptions: page.rows.map((row) => exceptionView(row, ctx.now())), ...nextMarker(page) };
}

/**
 * Makes an exception from a policy, for one environment or a whole tenant, until a day.
 *
 * @param request the one that it grants, if somebody asked for it
 * @throws forbidden `role_too_low`, `not_a_system_admin`; not_found `policy_not_found`, `environment_not_found`,
 *   `tenant_not_found`; invalid_input for an end that has passed or is too far away; limit_exceeded `too_many_exceptions`;
 *   conflict `request_decided`, `policy_changed`
 */
export async function createException(
  { ctx, input }: UseCaseCall<PolicyExceptionInput & { policyId: string }>,
  request?: { id: string },
): Promise<PolicyExceptionView> {
  const policy = await visiblePolicy(ctx, input.policyId);
  requireMayChange(ctx, policy.tenantId);
  const now = ctx.now();
  const until = new Date(input.until);
  if (until <= now) throw badEnd('The end of an exception lies ahead. Choose a later time.');
  if (until.getTime() - now.getTime() > LONGEST_DAYS * DAY_MS)
    throw badEnd('An exception lasts for a year at most. Choose an earlier time, or change the policy.');
  const tenantId = await tenantFor(ctx, policy, input);
  if ((await countExceptionsInForce(ctx.db, policy.id, now)) >= MAX_EXCEPTIONS) {
    throw errors.limitExceeded(
      'too_many_exceptions',
      `There are ${MAX_EXCEPTIONS} exceptions from this policy already. Change the policy instead.`,
    );
  }
  const { reason, environment_id: environmentId = null } = input;
  const exception = { id: newId(), policyId: policy.id, tenantId, environmentId, reason, until, createdAt: now };
  const details = { name: policy.name, reason, until: until.toISOString(), environmentId };
  const audit = { ...auditOf(ctx, 'policy.except', 'policy', policy.id, details), tenantId };
  const requestId = request?.id;
  const stored = await insertException(
    ctx.db,
    { ...exception, createdBy: ctx.actor.userId },
    {
      audit,
      event: decisionEvent(`${ctx.actor.userName} made an exception from "${inAllLanguages(ctx, policy).name}"`, {
        ...{ policyId: policy.id, granted: true },
        ...(requestId === undefined ? {} : { requestId }),
      }),
      decision:
        requestId === undefined
          ? null
          : { id: requestId, granted: true, decidedBy: ctx.actor.userId, decidedAt: now, answer: null },
    },
  );
  if (stored === 'decided') throw decidedMeanwhile();
  if (stored === 'gone') {
    // One of these was deleted meanwhile, and says so.
    await tenantFor(ctx, await visiblePolicy(ctx, input.policyId), input);
    throw errors.conflict('policy_changed', 'What this exception is for has just changed. Look at it again.');
  }
  return findException(ctx, policy.id, exception.id);
}

/** What tells whoever waits that something was decided about leave of a policy; of which environment is filled in. */
export function decisionEvent(text: string, data: JsonObject): NewEvent {
  return { kind: 'exception.decided', entity: 'environment', entityId: '', text, data };
}

/** The refusal of a second decision. */
export function decidedMeanwhile() {
  return errors.conflict('request_decided', 'Somebody has decided this request meanwhile.');
}

/**
 * Ends an exception before its day.
 *
 * @throws forbidden `role_too_low`, `not_a_system_admin`; not_found `policy_not_found`, `exception_not_found`; conflict
 *   `exception_over`
 */
export async function endException({
  ctx,
  input,
}: UseCaseCall<{ policyId: string; exceptionId: string }>): Promise<PolicyExceptionView> {
  const policy = await visiblePolicy(ctx, input.policyId);
  requireMayChange(ctx, policy.tenantId);
  const exception = await findException(ctx, policy.id, input.exceptionId);
  const { reason, environment_id: environmentId, tenant_id: tenantId } = exception;
  const details = { name: policy.name, reason, environmentId };
  const audit = { ...auditOf(ctx, 'policy.end_exception', 'policy', policy.id, details), tenantId };
  const ended = await endExceptionRow(
    ctx.db,
    { id: exception.id, endedBy: ctx.actor.userId, now: ctx.now() },
    {
      audit,
      event: decisionEvent(`${ctx.actor.userName} ended an exception from "${inAllLanguages(ctx, policy).name}"`, {
        ...{ policyId: policy.id, granted: false },
      }),
      concerns: { tenantId, environmentId },
    },
  );
  if (!ended) throw errors.conflict('exception_over', 'This exception is over already.');
  return findException(ctx, policy.id, exception.id);
}

/** Whose exceptions the actor sees; null: those of every tenant. */
export function visibleTenant({ actor }: Pick<Context, 'actor'>): string | null {
  return actor.systemAdmin ? null : actor.tenantId;
}

/** An exception as the API shows it. */
export function exceptionView(row: PolicyExceptionRow, now: Date): PolicyExceptionView {
  return {
    id: row.id,
    policy_id: row.policyId,
    tenant_id: row.tenantId,
    tenant_name: row.tenantName,
    environment_id: row.environmentId,
    environment_name: row.environmentName,
    reason: row.reason,
    until: row.until.toISOString(),
    created: row.createdAt.toISOString(),
    created_by: row.creatorName,
    ended: row.endedAt?.toISOString() ?? null,
    ended_by: row.enderName,
    active: isActive(row, now),
  };
}

function isActive({ endedAt, until }: PolicyExceptionRow, now: Date): boolean {
  return endedAt === null && until > now;
}

async function findException(ctx: Context, policyId: string, id: string): Promise<PolicyExceptionView> {
  const row = await findExceptionRow(ctx.db, { policyId, tenantId: visibleTenant(ctx) }, id);
  if (!row) throw errors.notFound('exception_not_found', 'This policy has no such exception.');
  return exceptionView(row, ctx.now());
}

/** The tenant that an exception is for: of a tenant's policy it is that one, of the installation's whichever is named. */
async function tenantFor(ctx: Context, policy: PolicyRow, input: PolicyExceptionInput): Promise<string> {
  const { environment_id: environmentId, tenant_id: named } = input;
  const ofEnvironment = environmentId === undefined ? null : await tenantOfEnvironment(ctx.db, environmentId);
  const tenantId = (policy.tenantId || named || ofEnvironment) ?? ctx.actor.tenantId;
  if (named !== undefined && named !== tenantId) {
    const sentence = 'A policy of a tenant holds in that tenant alone, and so does an exception from it.';
    throw errors.invalidInput(sentence, [{ path: 'tenant_id', code: 'other_tenant', sentence }]);
  }
  if (environmentId !== undefined && ofEnvironment !== tenantId) throw await explainNotVisible(ctx, environmentId);
  if ((await findTenantRow(ctx.db, tenantId)) === null)
    throw errors.notFound('tenant_not_found', 'There is no such tenant.');
  return tenantId;
}

function badEnd(sentence: string) {
  return errors.invalidInput(sentence, [{ path: 'until', code: 'invalid', sentence }]);
}
