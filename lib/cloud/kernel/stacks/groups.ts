import { type Groups, groupsOf, RESOURCE_GROUP } from '@/lib/formats/hot/resource-groups';
import type { JsonObject } from '@/lib/model/json';
import type { Engine } from './engine';
import { madeFrom, referenceOf, stackRows } from './resource-rows';

/**
 * What a stack knows of the groups of a template.
 *
 * @param stackId null: there is no stack yet
 */
export async function groupsIn(kernel: Engine, stackId: string | null, source: JsonObject): Promise<Groups> {
  if (stackId === null || !JSON.stringify(source).includes(RESOURCE_GROUP)) return new Map();
  const rows = (await stackRows(kernel, stackId)).filter(({ replaced }) => !replaced);
  return groupsOf(rows.map((row) => ({ name: row.name, reference: referenceOf(kernel, row), ...madeFrom(row) })));
}
