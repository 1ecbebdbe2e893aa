import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { WhatIf } from '@/lib/model/what-if';
import { agentQueue, type CloudScope } from '@/lib/ports/cloud/cloud';
import type { OutageOutcome, OutageRequest, Outages } from '@/lib/ports/cloud/outage';
import { type Loss, lossesOf } from './losses';

/** Two more are tried where one is not enough: a cluster of two needs two for a majority without a folder. */
const MAX_ADDED = 2;
/** Each is a dry run of its own, and machines wait for it. */
const MAX_CANDIDATES = 5;

interface Question {
  scope: CloudScope;
  outages: Outages;
  model: EnvironmentModel;
  types: readonly ServiceType[];
  asked: OutageRequest;
}

/**
 * What would have to be added beforehand, so that less ends: each is tried in a dry run of its own.
 *
 * @param outcome the loss without it
 */
export async function adviseOn(question: Question, outcome: OutageOutcome): Promise<WhatIf['advice']> {
  const losses = lossesOf(outcome);
  if (losses.length === 0) return [];
  const advice: WhatIf['advice'] = [];
  for (const candidate of candidatesFor(question, outcome)) {
    const found = await tryCandidate(question, candidate, losses);
    if (found) advice.push(found);
  }
  return advice.sort((a, b) => Number(b.enough) - Number(a.enough) || b.averts.length - a.averts.length);
}

interface Candidate {
  service: Service;
  type: ServiceType;
  /** inbox of the machine that further ones are like */
  like: string;
}

/** The services that lose machines, or something that several machines keep together, and may have more of them. */
function candidatesFor({ model, types, asked }: Question, { machines, promises }: OutageOutcome): Candidate[] {
  const shared = promises.filter(({ outcome, of }) => outcome === 'broken' && of !== null);
  const touched = new Set([...asked.off, ...shared.flatMap((promise) => promise.machines)]);
  const there = new Set(machines.filter(({ before }) => before).map(({ queue }) => queue));
  return model.services
    .flatMap((service): Candidate[] => {
      const type = types.find((one) => one.type === service.type);
      if (!type || type.units.managed || service.units.length >= type.units.max || type.form.length === 0) return [];
      const queues = service.units.map(({ id }) => agentQueue(model.id, service.id, id));
      const like = queues.find((queue) => there.has(queue));
      return like !== undefined && queues.some((queue) => touched.has(queue)) ? [{ service, type, like }] : [];
    })
    .slice(0, MAX_CANDIDATES);
}

async function tryCandidate(
  { scope, outages, asked }: Question,
  { service, type, like }: Candidate,
  losses: readonly Loss[],
): Promise<WhatIf['advice'][number] | null> {
  const room = Math.min(MAX_ADDED, type.units.max - service.units.length);
  let best: WhatIf['advice'][number] | null = null;
  for (let count = 1; count <= room; count++) {
    const added = Array.from({ length: count }, () => like);
    const left = new Set(lossesOf(await outages.attempt(scope, { ...asked, added })).map(({ key }) => key));
    const averts = losses.filter(({ key }) => !left.has(key)).map(({ sentence }) => sentence);
    const machines = service.units.length + count;
    const enough = averts.length === losses.length;
    if (averts.length > (best?.averts.length ?? 0)) {
      const sentence = adviceSentence(machines, count, type.units.noun, enough);
      best = { service_id: service.id, machines, enough, averts, sentence };
    }
    if (enough) break;
  }
  return best;
}

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

function adviceSentence(machines: number, count: number, noun: string, enough: boolean): string {
  const ordinal = count === 1 ? ORDINALS[machines] : undefined;
  const more = ordinal === undefined ? `${machines} machines of the kind “${noun}”` : `A ${ordinal} ${noun}`;
  return enough ? `${more} would keep everything up.` : `${more} would keep part of it up.`;
}
