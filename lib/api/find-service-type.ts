import type { Container } from '@/lib/container/container';
import { errors } from '@/lib/errors';
import type { ServiceType } from '@/lib/model/service-type';

/**
 * A service type that the tenant may use.
 *
 * @throws not_found `service_type_not_found`
 */
export async function findServiceType(
  { catalog }: Pick<Container, 'catalog'>,
  tenantId: string,
  type: string,
): Promise<ServiceType> {
  const found = await catalog.serviceType(tenantId, type);
  if (found) return found;
  throw errors.notFound('service_type_not_found', `The catalog has no service type "${type}".`);
}
