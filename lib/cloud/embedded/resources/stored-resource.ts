import type { Tx } from '@/lib/db/client';
import type { CloudResource } from '@/lib/db/generated/client';
import { isObject, type JsonObject } from '@/lib/model/json';

/** The resource of a tenant that another one names by its id; null when it has none of these types. */
export function findStored(tx: Tx, tenantId: string, id: string, ...types: string[]): Promise<CloudResource | null> {
  return tx.cloudResource.findFirst({ where: { id, type: { in: types }, stack: { tenantId } } });
}

/** What is stored of a resource's attributes; nothing for one that is not there. */
export function storedAttributes(row: Pick<CloudResource, 'attributes'> | null): JsonObject {
  return isObject(row?.attributes) ? row.attributes : {};
}
