import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { errors } from '@/lib/errors';
import type { NewEnrolmentCode } from '@/lib/model/servers';
import type { EnrolmentCodeView, ServerPool } from '@/lib/ports/cloud/server-pool';
import { codeOf } from './list';
import { poolOf, serverNotFound } from './pool';

/** So many codes may wait for a server at a time. */
const MAX_CODES = 200;

/**
 * Makes a code with which one server enrols, with the lines to run on it.
 *
 * @param input `minutes`: so long it is good; `server`: the address that servers reach Vetro by; `poolId`: where the server goes, by default
 *   into the pool that is there from the beginning
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `server_pool_not_found`; limit_exceeded
 *   `too_many_enrolment_codes`
 */
export async function createEnrolmentCode({
  ctx,
  input,
}: AdminCall<{ tags: string[]; poolId?: string; minutes: number; server: string }>): Promise<NewEnrolmentCode> {
  requireAdministrator(ctx);
  const { tags, poolId, minutes, server } = input;
  const pool = poolOf(ctx);
  await requireRoom(pool);
  const into = poolId === undefined ? {} : { poolId };
  const made = await pool.createCode({ tags, ...into, minutes, createdBy: ctx.actor.userId });
  const details = { tags, pool: made.pool.name, minutes };
  await recordAudit(ctx.db, adminAudit(ctx, null, 'server.enrolment_code', 'enrolment code', made.id, details));
  return withLines(made, server);
}

/**
 * Makes a code with which a server of the pool enrols anew: from then on its agent has another key, and whoever has copied
 * the one before is refused. The machine that is on it stays, with the plan that it is at.
 *
 * @param input as of `createEnrolmentCode`
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `server_not_found`; limit_exceeded
 *   `too_many_enrolment_codes`
 */
export async function renewServerIdentity({
  ctx,
  input,
}: AdminCall<{ serverId: string; minutes: number; server: string }>): Promise<NewEnrolmentCode> {
  requireAdministrator(ctx);
  const { serverId, minutes, server } = input;
  const pool = poolOf(ctx);
  await requireRoom(pool);
  const made = await pool.createRenewal(serverId, { minutes, createdBy: ctx.actor.userId });
  if (!made) throw serverNotFound();
  const details = { name: made.name, minutes };
  await recordAudit(ctx.db, adminAudit(ctx, null, 'server.renewal', 'server', serverId, details));
  return withLines(made, server);
}

async function requireRoom(pool: ServerPool): Promise<void> {
  if ((await pool.list()).codes.length < MAX_CODES) return;
  throw errors.limitExceeded(
    'too_many_enrolment_codes',
    `There are ${MAX_CODES} codes that no server has used yet. Revoke one that is no longer needed.`,
  );
}

function withLines(made: EnrolmentCodeView & { code: string }, server: string): NewEnrolmentCode {
  const { code } = made;
  return {
    ...codeOf(made),
    code,
    linux: `curl -fsSL ${server}/v1/agents/install.sh | sudo sh -s -- ${code}`,
    windows: `& ([scriptblock]::Create((Invoke-RestMethod ${server}/v1/agents/install.ps1))) ${code}`,
  };
}

/**
 * Takes a code back that nobody has used.
 *
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `enrolment_code_not_found`
 */
export async function revokeEnrolmentCode({ ctx, input }: AdminCall<{ codeId: string }>): Promise<void> {
  requireAdministrator(ctx);
  if (!(await poolOf(ctx).revokeCode(input.codeId)))
    throw errors.notFound('enrolment_code_not_found', 'There is no such code, or a server has enrolled with it.');
  const audit = adminAudit(ctx, null, 'server.enrolment_code_revoke', 'enrolment code', input.codeId);
  await recordAudit(ctx.db, audit);
}
