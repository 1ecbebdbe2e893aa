import { newId } from '@/lib/crypto';
import type { FieldProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { checkEnvironment } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { sizeProblems } from '@/lib/model/size-rules';
import type { Context } from '../context';
import { createYield } from '../create-yield';
import { prepareService, ServiceList } from '../services/prepare';

/**
 * The services of a new environment as they are stored, from what a filled blueprint says: ids and defaults
 * given, every rule checked, secrets sealed.
 *
 * @returns a document with an id of its own, and every problem by its path (`services.1.domain`); with any
 *   but `over_quota` it could not be deployed as it is
 */
export async function prepareServices(
  name: string,
  services: readonly JsonObject[],
  { box, types, offer, now }: { box: Context['box']; types: ServiceType[]; offer: Offer; now: Date },
): Promise<{ model: EnvironmentModel; problems: FieldProblem[] }> {
  const id = newId();
  const problems: FieldProblem[] = sizeProblems(services);
  if (problems.length > 0) return { model: { id, name, services: [] }, problems };
  const list = new ServiceList();
  const others = new Neighbours(types);
  const pause = createYield();
  for (const [index, sent] of services.entries()) {
    await pause();
    const prepared = prepareService(sent, undefined, { others, types, offer, box, now });
    problems.push(...prepared.problems.map((problem) => ({ ...problem, path: `services.${index}.${problem.path}` })));
    list.put(prepared.service);
    others.add(prepared.service);
  }
  const model: EnvironmentModel = { id, name, services: list.services };
  const named = new Set(problems.map(({ path }) => path));
  for (const problem of checkEnvironment(model, { types, offer })) {
    if (named.has(problem.path)) continue;
    named.add(problem.path);
    problems.push(problem);
  }
  return { model, problems };
}
