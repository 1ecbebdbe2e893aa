import type { Catalog } from '@/lib/catalog';
import type { EnvironmentModel, Service } from '@/lib/model/environment';

/**
 * Services with the machines that they will have: those whose package decides it, by the answers to its form, have them
 * as units, so that a draft shows them. Machines that are there keep what is known of them.
 */
export async function withPlannedUnits(
  catalog: Pick<Catalog, 'machinesOf'>,
  tenantId: string,
  model: EnvironmentModel,
): Promise<EnvironmentModel> {
  const services = await Promise.all(
    model.services.map(async (service): Promise<Service> => {
      const machines = await catalog.machinesOf(tenantId, service, model);
      if (!machines) return service;
      const known = new Map(service.units.map((unit) => [unit.id, unit]));
      const own = service.units.filter(({ byPackage }) => byPackage === true);
      return { ...service, units: [...machines.map((machine) => known.get(machine.id) ?? machine), ...own] };
    }),
  );
  return { ...model, services };
}
