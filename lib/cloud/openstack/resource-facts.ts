import { LRUCache } from 'lru-cache';
import type { ResourceTypeFacts } from '@/lib/formats/hot/plan';
import { isObject } from '@/lib/model/json';
import type { Heat } from './heat';

/** Types that Heat refers to by a property, and not by the id of what was made. */
const REFERENCES: Readonly<Record<string, string>> = { 'OS::Nova::KeyPair': 'name' };
/** What a Heat knows of its types changes with its upgrades, in milliseconds. */
const REMEMBERED_MS = 10 * 60_000;

/** Asks Heat which properties of types are changed in place (`update_allowed` of its schemas). */
export function createResourceFacts(): (
  heat: Heat,
  types: readonly string[],
) => Promise<ReadonlyMap<string, ResourceTypeFacts>> {
  const known = new LRUCache<string, ResourceTypeFacts>({ max: 500, ttl: REMEMBERED_MS });
  return async (heat, types) => {
    const facts = await Promise.all(
      types.map(async (type): Promise<[string, ResourceTypeFacts][]> => {
        const found = known.get(type) ?? (await factsOf(heat, type));
        if (found) known.set(type, found);
        return found ? [[type, found]] : [];
      }),
    );
    return new Map(facts.flat());
  };
}

async function factsOf(heat: Heat, type: string): Promise<ResourceTypeFacts | null> {
  const schema = await heat.resourceType(type);
  if (!schema) return null;
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const changes = properties.map(([name, rule]) => {
    const inPlace = isObject(rule) && rule.update_allowed === true;
    return [name, inPlace ? 'inPlace' : 'replace'] as const;
  });
  const reference = REFERENCES[type];
  return { changes: Object.fromEntries(changes), ...(reference === undefined ? {} : { reference }) };
}
