import { isObject, type JsonObject } from '../json';

/** What one change of the stack does: how many machines, and how many other resources, become what. */
export type StackChange = {
  machines: ResourceCounts;
  /** networks, addresses, rules, disks and whatever else belongs to machines */
  others: ResourceCounts;
};

export type ResourceCounts = Record<'create' | 'inPlace' | 'replace' | 'remove', number>;

const CHANGES = ['create', 'replace', 'inPlace', 'remove'] as const;
const VERBS = { create: 'create', inPlace: 'change', replace: 'replace', remove: 'remove' } as const;

/**
 * Counts what becomes of the resources of a stack.
 *
 * @param isMachine tells a machine from what belongs to it
 */
export function countStackChange<T extends { change: string }>(
  resources: readonly T[],
  isMachine: (resource: T) => boolean,
): StackChange {
  const count = (wanted: boolean): ResourceCounts => {
    const of = (change: string) => resources.filter((one) => one.change === change && isMachine(one) === wanted).length;
    return { create: of('create'), inPlace: of('inPlace'), replace: of('replace'), remove: of('remove') };
  };
  return { machines: count(true), others: count(false) };
}

/** What is told of a change of the stack: its parts in order, none when nothing changes. */
export function stackChangeParts({
  machines,
  others,
}: StackChange): { change: keyof ResourceCounts; count: number; what: 'machines' | 'others' }[] {
  const parts = (what: 'machines' | 'others', counts: ResourceCounts) =>
    CHANGES.filter((change) => counts[change] > 0).map((change) => ({ change, count: counts[change], what }));
  const phrases = parts('machines', machines);
  // what comes and goes with machines needs no word of its own
  return phrases.length > 0 ? phrases : parts('others', others);
}

/** Equal for changes that take as long as each other: what becomes of machines, or of what belongs to them. */
export function stackChangeKind(stackChange: StackChange): string {
  return stackChangeParts(stackChange)
    .map(({ change, what }) => `${what}.${change}`)
    .join(' ');
}

/** The name of a change of the stack: "Create 2 machines, remove 1 machine". */
export function stackTitle(stackChange: StackChange | null): string {
  if (stackChange === null) return 'Bring machines and networks up to date';
  const parts = stackChangeParts(stackChange).map(({ change, count, what }) => {
    const noun = what === 'machines' ? 'machine' : 'network resource';
    return `${VERBS[change]} ${count} ${noun}${count === 1 ? '' : 's'}`;
  });
  const title = parts.join(', ') || 'check machines and networks: nothing to change';
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Reads a change of the stack from the data of an event; null where none is told. */
export function readStackChange(data: JsonObject): StackChange | null {
  const { stackChange } = data;
  if (!isObject(stackChange)) return null;
  const counts = (value: unknown): ResourceCounts => {
    const of = (change: string) => {
      const count = isObject(value) ? value[change] : 0;
      return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 0;
    };
    return { create: of('create'), inPlace: of('inPlace'), replace: of('replace'), remove: of('remove') };
  };
  return { machines: counts(stackChange.machines), others: counts(stackChange.others) };
}
