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
 * draft that does nothing but add machines to deployed services, each like one of its service, and remove services, it is
 * tried with those and without these.
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
  const stays = { ...model, services: model.services.filter(({ id }) => !change?.removed.has(id)) };
  const places = machinesIn(stays);
  if (places.size === 0) throw errors.conflict(...NOTHING_DEPLOYED);
  const all = machinesIn(model);
  const types = await typesOf(ctx, model);
  const asked = { ...probesOf(all, addressesIn(stays, types)), added: change?.added ?? [] };
  const removed = [...all.keys()].filter((queue) => !places.has(queue));
  const { losses, tried } = await tryEachLoss(outages, ctx.actor.tenantId, places, { ...asked, removed });
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
 * @param asked `removed`: inboxes of further machines, which are off in any case; what ends with them is no loss
 * @returns what ends without which, of how many that was tried, and whether all of them were up before
 * @throws conflict `nothing_deployed`; unavailable `transaction_too_slow`
 */
export async function tryEachLoss(
  outages: Outages,
  tenantId: string,
  places: ReturnType<typeof machinesIn>,
  { removed = [], ...asked }: Omit<OutageRequest, 'off'> & { removed?: readonly string[] },
): Promise<Pick<Survival, 'losses' | 'tried'> & { allUp: boolean }> {
  const losses: Survival['losses'] = [];
  const tried = [...places].slice(0, MAX_TRIED_MACHINES);
  const over = new Set(
    removed.length === 0
      ? []
      : lossesOf(await outages.attempt({ tenantId }, { ...asked, off: removed })).map(({ key }) => key),
  );
  let allUp = true;
  for (const [queue, { unit }] of tried) {
    const outcome = await outages.attempt({ tenantId }, { ...asked, off: [...removed, queue] });
    if (outcome.machines.length === 0) throw errors.conflict(...NOTHING_DEPLOYED);
    allUp &&= outcome.machines.length === asked.machines.length && outcome.machines.every(({ before }) => before);
    const found = lossesOf(outcome).filter(({ key }) => !over.has(key));
    if (found.length > 0)
      losses.push({ unit_id: unit.id, host: hostOf(unit), sentences: found.map(({ sentence }) => sentence) });
  }
  return { losses, tried: tried.length, allUp };
}

/**
 * The machines that a draft adds to deployed services, each as the inbox of one that it is like, and the services that it
 * removes; null where it does something else, which no dry run of what is there can show.
 */
function machinesChanged(
  deployed: EnvironmentModel,
  draft: EnvironmentModel,
): { added: string[]; removed: ReadonlySet<string> } | null {
  if (draft.services.some(({ id }) => deployed.services.every((service) => service.id !== id))) return null;
  const added: string[] = [];
  const removed = new Set<string>();
  for (const service of deployed.services) {
    const later = draft.services.find(({ id }) => id === service.id);
    if (!later) {
      removed.add(service.id);
      continue;
    }
    const known = new Set(service.units.map(({ id }) => id));
    const fresh = later.units.filter(({ id }) => !known.has(id));
    const [like] = service.units;
    if (later.units.length - fresh.length !== known.size || (fresh.length > 0 && !like)) return null;
    for (const _ of fresh) if (like) added.push(agentQueue(deployed.id, service.id, like.id));
  }
  return { added, removed };
}
