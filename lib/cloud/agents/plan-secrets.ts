import { randomBytes } from 'node:crypto';
import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { CloudPlan } from '@/lib/db/generated/client';
import { errors, type VetroError } from '@/lib/errors';
import type { Order, PlanSecrets, SecretsRequest } from '@/lib/formats/agent-channel/messages';
import { withReferences } from '@/lib/formats/agent-channel/references';
import { sealValues } from '@/lib/formats/agent-channel/sealed-values';
import type { PlanAccount } from '@/lib/formats/execution-plan/plan';
import type { Json } from '@/lib/model/json';
import { holdsSealed } from '@/lib/model/secret';
import { orderOf } from './orders';
import type { SecretGrant, ServerRow } from './servers';
import { signSecrets } from './signing';

/** An agent has so long to fetch the secrets of a plan that it was given, in milliseconds. */
export const FETCH_WITHIN_MS = 5 * 60_000;

/**
 * Whether an agent can be given a plan with secrets: it fetches them; it will, once it has changed to the program that
 * it is told to change to; or it never will.
 */
export type SecretsAbility = 'fetches' | 'waits' | 'cannot';

/** Whether a plan or a config as it is kept has secrets. */
export function hasSecrets({ plan }: Pick<CloudPlan, 'plan'>): boolean {
  return holdsSealed(JSON.stringify(plan));
}

/** What lets the process of an agent fetch the secrets of a plan that is given to it. @param call as `callName` says */
export function newGrant(planId: string, call: string, now: Date): Required<Omit<SecretGrant, 'fetchedAt'>> {
  return { planId, id: randomBytes(16).toString('hex'), session: sessionOf(call), givenAt: now.toISOString() };
}

/**
 * What an agent is told to do, with references in place of its secrets.
 *
 * @param grant by which they are fetched; null: it has none
 */
export function referringOrder(
  kernel: Pick<Kernel, 'open'>,
  machineId: string,
  account: PlanAccount,
  plan: Pick<CloudPlan, 'plan'>,
  grant: string | null,
): Order {
  if (grant === null) return orderOf(machineId, account, plan.plan);
  const { order } = bothReadings(kernel, machineId, account, plan, grant);
  return { ...(order as unknown as Order), secrets: grant };
}

/**
 * The secrets of a plan, for the process that was given it: the grant is spent with that.
 *
 * @param plan locked, and the one that the server is at
 * @param call of the agent, which the answer is signed for
 * @returns with the grant as it is to be kept
 * @throws conflict `plan_secrets_fetched`, `plan_secrets_late`, `plan_secrets_replaced`; invalid_input `bad_key`
 */
export function spendGrant(
  kernel: Pick<Kernel, 'open' | 'now' | 'log'>,
  server: ServerRow,
  plan: Pick<CloudPlan, 'id' | 'plan'>,
  { grant: asked, key }: SecretsRequest,
  call: string,
): { secrets: PlanSecrets; spent: SecretGrant } {
  const { secretGrant: grant, id: serverId } = server;
  const now = kernel.now();
  const refusal = refusalOf(grant, plan.id, asked, call, now);
  if (refusal) {
    kernel.log.warn({ serverId, planId: plan.id, code: refusal.code }, 'agents: the secrets of a plan were refused');
    throw refusal;
  }
  // Whose rights the plan has is no secret.
  const { values } = bothReadings(kernel, server.machineId ?? '', 'machine', plan, asked);
  const sealed = sealValues(values, plan.id, key);
  if (!sealed) throw errors.invalidInput('Nothing can be sealed for this key.', [], { code: 'bad_key' });
  const secrets = signSecrets(kernel.open(server.signingKey), serverId, plan.id, { ...sealed, call });
  return { secrets, spent: { ...grant, fetchedAt: now.toISOString() } };
}

function refusalOf(grant: SecretGrant, planId: string, asked: string, call: string, now: Date): VetroError | null {
  if (grant.planId !== planId || grant.id !== asked || grant.session !== sessionOf(call)) {
    return errors.conflict(
      'plan_secrets_replaced',
      'The plan was given anew since, or to another process: its secrets are fetched by what came with it last.',
    );
  }
  if (grant.fetchedAt !== undefined) {
    return errors.conflict(
      'plan_secrets_fetched',
      'The secrets of this plan were fetched before, and are given once. Ask for work: the plan is given anew.',
    );
  }
  if (now.getTime() - Date.parse(grant.givenAt ?? '') <= FETCH_WITHIN_MS) return null;
  return errors.conflict(
    'plan_secrets_late',
    `The secrets of a plan are fetched within ${FETCH_WITHIN_MS / 60_000} minutes. Ask for work: the plan is given anew.`,
  );
}

/** The order made of what is kept, held against the one that is made of what it says opened. */
function bothReadings(
  { open }: Pick<Kernel, 'open'>,
  machineId: string,
  account: PlanAccount,
  { plan }: Pick<CloudPlan, 'plan'>,
  grant: string,
) {
  const reading = (waiting: unknown) => orderOf(machineId, account, waiting) as unknown as Json;
  return withReferences(reading(plan), reading(open(plan)), grant);
}

/** The process that has made a call. */
function sessionOf(call: string): string {
  return call.split('.', 1)[0] ?? '';
}
