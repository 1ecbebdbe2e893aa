import { errors } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { Survival } from '@/lib/model/what-if';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import type { OutageRequest, Outages } from '@/lib/ports/cloud/outage';
import { ownSession } from '../access/own-session';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { addressesIn, machinesIn, NOT_SIMULATED, NOTHING_DEPLOYED, probesOf } from './answer';
import { lossesOf } from './losses';

/** So many machines are tried at most: each is a dry run of its own, and machines wait for it. */
const MAX_TRIED_MACHINES = 24;

/**
 * Whether a deployed environment survives the loss of any one of its machines: each is tried in a dry run of its own. With a
 * draft that does nothing but add machines to deployed services, each like one of its service, and take out machines or
 * whole services, it is tried with those and without these.
 *
 * @param input `sessionId`: a draft of the actor
 * @throws forbidden `role_too_low`, `other_tenant`; as `ownSession`; not_found `environment_not_found`; conflict
 *   `not_simulated`, `nothing_deployed`; unavailable `transaction_too_slow`
 */
export async function answerSurvival({
  ctx,
  input: { environmentId, sessionId },
}: UseCaseCall<{ environmentId: string; sessionId: string | undefined }>): Promise<Survival> {
  requireRole(ctx, 'reader');
  const { model } = await visibleEnvironment(ctx, environmentId);
  const draft = sessionId === undefined ? null : (await ownSession(ctx, { environmentId, sessionId })).model;
  const outages = ctx.cloud.simulation?.outages;
  if (!outages) throw errors.conflict(...NOT_SIMULATED);
  const change = draft && machinesChanged(model, draft);
  const removed = change?.removed ?? new Set();
  const places = new Map([...machinesIn(model)].filter(([queue]) => !removed.has(queue)));
  if (places.size === 0) throw errors.conflict(...NOTHING_DEPLOYED);
  const stays = new Set((change ? draft : model).services.map(({ id }) => id));
  const links = addressesIn(model, await typesOf(ctx, model)).filter(({ service }) => stays.has(service.id));
  const asked = { ...probesOf(places, links), added: change?.added ?? [], removed: [...removed] };
  const { losses, tried } = await tryEachLoss(outages, ctx.actor.tenantId, places, asked);
  return {
    survives: losses.length === 0,
    of: change ? 'draft' : 'deployed',
    ...{ machines: places.size, tried, losses },
  };
}

/**
 * Tries the loss of each machine, in a dry run of its own.
 *
 * @param places the machines by their inboxes
 * @returns what ends without which, of how many that was tried, and whether all of them were up before
 * @throws conflict `nothing_deployed`; unavailable `transaction_too_slow`
 */
export async function tryEachLoss(
  outages: Outages,
  tenantId: string,
  places: ReturnType<typeof machinesIn>,
  asked: Omit<OutageRequest, 'off'>,
): Promise<Pick<Survival, 'losses' | 'tried'> & { allUp: boolean }> {
  const losses: Survival['losses'] = [];
  const tried = [...places].slice(0, MAX_TRIED_MACHINES);
  let allUp = true;
  for (const [queue, { unit }] of tried) {
    const outcome = await outages.attempt({ tenantId }, { ...asked, off: [queue] });
    if (outcome.machines.length === 0) throw errors.conflict(...NOTHING_DEPLOYED);
    allUp &&= outcome.machines.length === asked.machines.length && outcome.machines.every(({ before }) => before);
    const found = lossesOf(outcome);
    if (found.length > 0)
      losses.push({ unit_id: unit.id, host: hostOf(unit), sentences: found.map(({ sentence }) => sentence) });
  }
  return { losses, tried: tried.length, allUp };
}

/**
 * The machines that a draft adds to deployed services, each as the inbox of one that it is like, and the inboxes of those that
 * it takes out, alone or with their services; null where it does something else, which no dry run of what is there can show.
 */
function machinesChanged(
  deployed: EnvironmentModel,
  draft: EnvironmentModel,
): { added: string[]; removed: ReadonlySet<string> } | null {
  if (draft.services.some(({ id }) => deployed.services.every((service) => service.id !== id))) return null;
  const added: string[] = [];
  const removed = new Set<string>();
  for (const service of deployed.services) {
    const later = draft.services.find(({ id }) => id === service.id)?.units ?? [];
    const goes = service.units.filter(({ id }) => later.every((unit) => unit.id !== id));
    const fresh = later.filter(({ id }) => service.units.every((unit) => unit.id !== id));
    const like = service.units.find((unit) => !goes.includes(unit)) ?? goes[0];
    if (fresh.length > 0 && !like) return null;
    const queueOf = ({ id }: { id: string }) => agentQueue(deployed.id, service.id, id);
    for (const unit of goes) removed.add(queueOf(unit));
    for (const _ of fresh) if (like) added.push(queueOf(like));
  }
  return { added, removed };
}
