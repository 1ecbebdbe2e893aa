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
 * draft that adds nothing but machines to deployed services, these are there, too, each like one of its service.
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
  const places = machinesIn(model);
  const added = draft ? addedIn(model, draft) : [];
  const types = await typesOf(ctx, model);
  const asked = {
    ...probesOf(places, addressesIn(model, types)),
    added: added ?? [],
  };
  if (asked.machines.length === 0) throw errors.conflict(...NOTHING_DEPLOYED);
  const { losses, tried } = await tryEachLoss(outages, ctx.actor.tenantId, places, asked);
  return {
    survives: losses.length === 0,
    of: draft !== null && added !== null ? 'draft' : 'deployed',
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
    allUp &&= outcome.machines.length === places.size && outcome.machines.every(({ before }) => before);
    const found = lossesOf(outcome);
    if (found.length > 0)
      losses.push({ unit_id: unit.id, host: hostOf(unit), sentences: found.map(({ sentence }) => sentence) });
  }
  return { losses, tried: tried.length, allUp };
}

/**
 * The machines that a draft adds to deployed services, each as the inbox of one that it is like; null where it does something
 * else, which no dry run of what is there can show.
 */
function addedIn(deployed: EnvironmentModel, draft: EnvironmentModel): string[] | null {
  if (draft.services.length !== deployed.services.length) return null;
  const added: string[] = [];
  for (const service of deployed.services) {
    const later = draft.services.find(({ id }) => id === service.id);
    const known = new Set(service.units.map(({ id }) => id));
    const fresh = later?.units.filter(({ id }) => !known.has(id)) ?? [];
    const [like] = service.units;
    if (!later || later.units.length - fresh.length !== known.size || (fresh.length > 0 && !like)) return null;
    for (const _ of fresh) if (like) added.push(agentQueue(deployed.id, service.id, like.id));
  }
  return added;
}
