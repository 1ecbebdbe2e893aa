import type { UnitTurn } from '@/lib/model/runs/unit-turns';

/** Machines of which the same is to be said. */
export interface UnitsAlike<Of extends string> {
  of: Of;
  hosts: string[];
}

/** A plan by its turns, and those that it leaves alone by the reason, each in the order of the plan. */
export function grouped(units: readonly UnitTurn[]): {
  turns: { turn: number; groups: UnitsAlike<UnitTurn['does']>[] }[];
  alone: UnitsAlike<NonNullable<UnitTurn['because']>>[];
} {
  const touched = units.filter(({ does }) => does !== 'nothing');
  const turns = [...new Set(touched.map(({ turn }) => turn))];
  return {
    turns: turns.map((turn) => ({
      turn,
      groups: alike(
        touched.filter((unit) => unit.turn === turn),
        ({ does }) => does,
      ),
    })),
    alone: alike(units, ({ because }) => because),
  };
}

function alike<Of extends string>(units: readonly UnitTurn[], keyOf: (unit: UnitTurn) => Of | null): UnitsAlike<Of>[] {
  const groups = new Map<Of, string[]>();
  for (const unit of units) {
    const key = keyOf(unit);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), unit.host]);
  }
  return [...groups].map(([of, hosts]) => ({ of, hosts }));
}
