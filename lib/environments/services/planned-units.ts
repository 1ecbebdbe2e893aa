import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '@/lib/catalog';
import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';

/**
 * Services with the machines that they will have: those whose package decides it, by the answers to its form, have them
 * as units, so that a draft shows them. Machines that are there keep what is known of them.
 */
export async function withPlannedUnits(
  catalog: Pick<Catalog, 'outcomeOf'>,
  tenantId: string,
  model: EnvironmentModel,
): Promise<EnvironmentModel> {
  const services = await Promise.all(
    model.services.map(async (service): Promise<Service> => {
      const { machines } = await catalog.outcomeOf(tenantId, service, model);
      if (!machines) return service;
      const known = new Map(service.units.map((unit) => [unit.id, unit]));
      const own = service.units.filter(({ byPackage }) => byPackage === true);
      return { ...service, units: [...machines.map((machine) => known.get(machine.id) ?? machine), ...own] };
    }),
  );
  return { ...model, services };
}

/**
 * What forms and classes of packages refuse of the services that differ from an earlier draft, and did not refuse then. Of
 * several services each problem begins with the number of its own among them.
 *
 * @param base what is deployed: a service that goes back to that is not judged anew
 */
export async function answerProblems(
  catalog: Pick<Catalog, 'outcomeOf'>,
  tenantId: string,
  model: EnvironmentModel,
  before: EnvironmentModel,
  base: EnvironmentModel,
): Promise<FieldProblem[]> {
  const earlier = byId(before.services);
  const deployed = byId(base.services);
  const changed = model.services.filter(
    (service) => earlier.get(service.id) !== service && !isDeepStrictEqual(deployed.get(service.id), service),
  );
  const found = await Promise.all(
    changed.map(async (service, index): Promise<FieldProblem[]> => {
      const { problems } = await catalog.outcomeOf(tenantId, service, model);
      const was = earlier.get(service.id);
      if (problems.length === 0) return [];
      const known = was ? (await catalog.outcomeOf(tenantId, was, before)).problems : [];
      const isNew = (problem: FieldProblem) =>
        !known.some(({ path, sentence }) => path === problem.path && sentence === problem.sentence);
      const prefix = changed.length > 1 ? `${index}.` : '';
      return problems.filter(isNew).map((problem) => ({ ...problem, path: `${prefix}${problem.path}` }));
    }),
  );
  return found.flat();
}
