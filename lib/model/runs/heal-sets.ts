import { isObject, type Json } from '../json';

/** What a repair may have come to for a machine or an instance; one can be in several. */
export const HEAL_SETS = ['checked', 'healed', 'healFailed', 'reinstalled', 'untouched'] as const;
type HealSet = (typeof HEAL_SETS)[number];

/** The sets of one service, each with its machines and instances by the names that tell them apart. */
interface ServiceHealSets {
  service: string;
  sets: Record<HealSet, string[]>;
}

/** What a repair came to, service by service; none for a run that says nothing of it. */
export function healSetsOf(result: Json): ServiceHealSets[] {
  const all = isObject(result) && isObject(result.sets) ? result.sets : {};
  return Object.entries(all).map(([service, found]) => {
    const sets = isObject(found) ? found : {};
    const idsOf = (set: HealSet) => (Array.isArray(sets[set]) ? sets[set].map(String) : []);
    const ids = new Set(HEAL_SETS.flatMap(idsOf));
    const times = new Map<string, number>();
    for (const id of ids) times.set(nodeOf(id), (times.get(nodeOf(id)) ?? 0) + 1);
    // an instance that is the only one of its node is called by that
    const named = (id: string) => (times.get(nodeOf(id)) === 1 ? nodeOf(id) : id);
    const entries = HEAL_SETS.map((set) => [set, idsOf(set).map(named)] as const);
    return { service, sets: Object.fromEntries(entries) as Record<HealSet, string[]> };
  });
}

/** The node of an instance, by its id; a machine by its host is called so anyway. */
function nodeOf(id: string): string {
  return id.replace(/_[^_]+$/, '');
}
