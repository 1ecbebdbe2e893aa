import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { servicesReached } from '@/lib/model/reached-services';
import { deploys } from '@/lib/model/runs/deploying';
import type { RunRecord } from '@/lib/ports/conductor';

/** What of the services has become otherwise since it was asked last, for the event of an effect that begins. */
export type ReachedServices = () => { reached?: JsonObject };

/**
 * Tells with each effect what the ones before it have made of the services, so that whoever watches need not ask. Only
 * a run that deploys shows its services as far as it has come. A replay tells again, under the keys of the same events, what
 * it told before, or more of it in one.
 *
 * @param model the model as reached so far; a new object when it has changed
 */
export function createReachedServices(
  { kind, model: first }: RunRecord,
  model: () => EnvironmentModel,
): ReachedServices {
  let last = first;
  return () => {
    const now = model();
    if (!deploys(kind) || now === last) return {};
    const reached = servicesReached(last.services, now.services);
    last = now;
    return reached === null ? {} : { reached: reached as unknown as JsonObject };
  };
}
