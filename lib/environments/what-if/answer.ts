import { errors } from '@/lib/errors';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { hostOf, textAt } from '@/lib/model/installed';
import type { ServiceType } from '@/lib/model/service-type';
import type { WhatIf, WhatIfMachine, WhatIfService } from '@/lib/model/what-if';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import type { OutageOutcome, OutageRequest } from '@/lib/ports/cloud/outage';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { repairTime } from '../estimates/repair-time';
import { typesOf } from '../service-types';
import { adviseOn } from './advise';
import { isLost, lossesOf } from './losses';

/** The refusal where no machine can be made to fail for a look. */
export const NOT_SIMULATED = [
  'not_simulated',
  'Machines are real here: what happens when one fails can only be tried where machines are simulated.',
] as const;

/** The refusal where there is no machine that could fail. */
export const NOTHING_DEPLOYED = [
  'nothing_deployed',
  'No machine of this environment is there yet. Deploy it first, then ask again.',
] as const;

/**
 * What becomes of a deployed environment when machines fail: a dry run of its very packages on its very state, of which
 * nothing remains.
 *
 * @param input `units`, `services`: which fail; of a service all of its machines
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`; conflict `not_simulated`,
 *   `nothing_deployed`; invalid_input `unknown_unit`, `unknown_service`; unavailable `transaction_too_slow`
 */
export async function answerWhatIf({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; units: string[]; services: string[] }>): Promise<WhatIf> {
  requireRole(ctx, 'reader');
  const { model } = await visibleEnvironment(ctx, input.environmentId);
  const outages = ctx.cloud.simulation?.outages;
  if (!outages) throw errors.conflict(...NOT_SIMULATED);
  const places = machinesIn(model);
  const off = lostQueues(model, places, input);
  const types = await typesOf(ctx, model);
  const links = addressesIn(model, types);
  const asked = { ...probesOf(places, links), off };
  const scope = { tenantId: ctx.actor.tenantId };
  const outcome = await outages.attempt(scope, asked);
  if (outcome.machines.length === 0) throw errors.conflict(...NOTHING_DEPLOYED);
  return {
    ...viewOf(outcome, { model, places, links }),
    recovery: await repairTime(ctx),
    advice: await adviseOn({ scope, outages, model, types, asked }, outcome),
  };
}

type Place = { service: Service; unit: Unit };

/** What a dry run of an outage looks at: machines, and the addresses of services. */
export function probesOf(
  places: ReadonlyMap<string, Place>,
  links: readonly Pick<Link, 'url'>[],
): Pick<OutageRequest, 'machines' | 'addresses'> {
  return { machines: [...places.keys()], addresses: [...new Set(links.map(({ url }) => url))] };
}

/** The machines of a document, by their inboxes. */
export function machinesIn(model: EnvironmentModel): Map<string, Place> {
  return new Map(
    model.services.flatMap((service) =>
      service.units.map((unit) => [agentQueue(model.id, service.id, unit.id), { service, unit }] as const),
    ),
  );
}

function lostQueues(
  model: EnvironmentModel,
  places: ReadonlyMap<string, Place>,
  { units, services }: { units: string[]; services: string[] },
): string[] {
  for (const [at, id] of services.entries()) {
    if (model.services.some((service) => service.id === id)) continue;
    const sentence = 'There is no such service in what is deployed.';
    throw errors.invalidInput(sentence, [{ path: `services.${at}`, code: 'unknown_service', sentence }]);
  }
  for (const [at, id] of units.entries()) {
    if ([...places.values()].some(({ unit }) => unit.id === id)) continue;
    const sentence = 'There is no such machine in what is deployed.';
    throw errors.invalidInput(sentence, [{ path: `units.${at}`, code: 'unknown_unit', sentence }]);
  }
  return [...places].flatMap(([queue, { service, unit }]) =>
    services.includes(service.id) || units.includes(unit.id) ? [queue] : [],
  );
}

type Link = { service: Service; url: string };

/** The addresses at which services are found, as their types say. */
export function addressesIn({ services }: EnvironmentModel, types: readonly ServiceType[]): Link[] {
  return services.flatMap((service) => {
    const facts = types.find(({ type }) => type === service.type)?.facts ?? [];
    return facts.flatMap(({ kind, path }) => {
      const url = kind === 'link' ? textAt(service, path) : null;
      return url === null ? [] : [{ service, url }];
    });
  });
}

function viewOf(
  outcome: OutageOutcome,
  { model, places, links }: { model: EnvironmentModel; places: ReadonlyMap<string, Place>; links: readonly Link[] },
): Omit<WhatIf, 'recovery' | 'advice'> {
  const broken = outcome.promises.filter(({ outcome }) => outcome === 'broken');
  const machines = outcome.machines.flatMap(({ queue, after }): WhatIfMachine[] => {
    const place = places.get(queue);
    if (!place) return [];
    const hurt = broken.some((promise) => promise.machines.includes(queue));
    const state = after ? (hurt ? 'hurt' : 'works') : 'off';
    return [{ unit_id: place.unit.id, service_id: place.service.id, host: hostOf(place.unit), state }];
  });
  const addresses = links.flatMap(({ service, url }) => {
    const found = outcome.addresses.find((one) => one.url === url);
    return found ? [{ ...found, service_id: service.id }] : [];
  });
  const lost = new Set(addresses.filter(isLost).map(({ service_id }) => service_id));
  const failing = new Set(
    broken
      .filter(({ of }) => of !== null)
      .flatMap((promise) => promise.machines.flatMap((queue) => places.get(queue)?.service.id ?? [])),
  );
  const services = model.services.flatMap((service): WhatIfService[] => {
    const own = machines.filter(({ service_id }) => service_id === service.id);
    if (own.length === 0) return [];
    const fails = lost.has(service.id) || failing.has(service.id);
    const reduced = own.some(({ state }) => state !== 'works');
    const isOff = own.every(({ state }) => state === 'off');
    return [
      {
        service_id: service.id,
        name: service.name,
        state: isOff ? 'off' : fails ? 'fails' : reduced ? 'reduced' : 'works',
      },
    ];
  });
  return {
    survives: lossesOf(outcome).length === 0,
    machines,
    services,
    addresses,
    promises: outcome.promises.map(({ machines: queues, sentence, ...promise }) => ({
      ...promise,
      text: sentence,
      units: queues.flatMap((queue) => places.get(queue)?.unit.id ?? []),
    })),
  };
}
