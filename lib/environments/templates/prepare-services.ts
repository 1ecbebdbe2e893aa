import { newId } from '@/lib/crypto';
import type { FieldProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { checkEnvironment } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';
import { prepareService, withService } from '../services/prepare';

/**
 * The services of a new environment as they are stored, from what a filled blueprint says: ids and defaults
 * given, every rule checked, secrets sealed.
 *
 * @returns a document with an id of its own, and every problem by its path (`services.1.domain`); with any
 *   but `over_quota` it could not be deployed as it is
 */
export function prepareServices(
  name: string,
  services: readonly JsonObject[],
  { box, types, offer, now }: { box: Context['box']; types: ServiceType[]; offer: Offer; now: Date },
): { model: EnvironmentModel; problems: FieldProblem[] } {
  let model: EnvironmentModel = { id: newId(), name, services: [] };
  const problems: FieldProblem[] = [];
  for (const [index, sent] of services.entries()) {
    const prepared = prepareService(sent, undefined, { model, types, offer, box, now });
    problems.push(...prepared.problems.map((problem) => ({ ...problem, path: `services.${index}.${problem.path}` })));
    model = withService(model, prepared.service);
  }
  for (const problem of checkEnvironment(model, { types, offer })) {
    if (!problems.some(({ path }) => path === problem.path)) problems.push(problem);
  }
  return { model, problems };
}
