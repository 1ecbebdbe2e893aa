import { editDistance } from '@vetro/nearest-name';
import type { PolicyProblem } from '../errors';
import type { Literal, Rule } from '../syntax/ast';
import { printAtom } from '../syntax/print';

/** Names that models are known to have; packages that come later may bring others. */
export interface KnownNames {
  /** full names of classes and types */
  types: readonly string[];
  /** of properties and relationships */
  members: readonly string[];
}

interface NamingColumn {
  column: string;
  at: number;
  of: keyof KnownNames;
  /** what is wrong with a name, and where it is written */
  message: (name: string, where: string) => string;
}

const noClass = (name: string, where: string) =>
  `Nothing here has a class “${name}”, so this may never hold: ${where}.`;
const noProperty = (name: string, where: string) =>
  `Nothing here has a property “${name}”, so this may never hold: ${where}.`;
const noRelationship = (name: string, where: string) =>
  `Nothing here has a relationship “${name}”, so this may never hold: ${where}.`;

/** Sources that are models, and the columns of their tables that hold such names. */
const MODELS = ['murano', 'deployed'];
const NAMED: Readonly<Record<string, NamingColumn>> = {
  objects: { column: 'type', at: 2, of: 'types', message: noClass },
  parent_types: { column: 'parent_type', at: 1, of: 'types', message: noClass },
  properties: { column: 'name', at: 1, of: 'members', message: noProperty },
  relationships: { column: 'name', at: 2, of: 'members', message: noRelationship },
};
/** Letters that a slip of the fingers changes, and the shortest names of which that tells a slip from another name. */
const MAX_LETTERS = 2;
const SHORTEST_FOR = [0, 4, 8];
/** So many names are compared with every known one. */
const MAX_COMPARED = 100;

/**
 * Names in rules that nothing known has, and that are called almost like one that is known: probably slips, which make a
 * rule never fire.
 */
export function unlikelyNames(rules: readonly Rule[], known: KnownNames): PolicyProblem[] {
  const names = { types: new Set(known.types), members: new Set(known.members) };
  let compared = 0;
  return rules
    .flatMap(({ body }) => body)
    .flatMap((literal): PolicyProblem[] => {
      const column = MODELS.includes(literal.policy ?? '') ? NAMED[literal.table] : undefined;
      const written = column && textIn(literal, column);
      if (!column || !written) return [];
      // `networks.flat` is in the map of the property `networks`
      const name = column.of === 'members' ? (written.split('.')[0] ?? '') : written;
      if (names[column.of].has(name) || compared >= MAX_COMPARED) return [];
      compared += 1;
      const nearest = nearestSlip(name, names[column.of]);
      if (nearest === null) return [];
      const message = `${column.message(name, printAtom(literal))} Did you mean “${nearest}”?`;
      return [{ kind: 'unknown_name', message, place: literal.place }];
    });
}

function textIn({ args, named }: Literal, { column, at }: { column: string; at: number }): string | null {
  const term = named.find((one) => one.column === column || one.column === at)?.term ?? args[at];
  return term?.kind === 'constant' && typeof term.value === 'string' ? term.value : null;
}

function nearestSlip(name: string, known: ReadonlySet<string>): string | null {
  const small = name.toLowerCase();
  let best: { name: string; distance: number } | null = null;
  for (const one of known) {
    if (Math.abs(one.length - name.length) > MAX_LETTERS) continue;
    const distance = editDistance(small, one.toLowerCase());
    if (distance > MAX_LETTERS || name.length < (SHORTEST_FOR[distance] ?? 0)) continue;
    if (best === null || distance < best.distance) best = { name: one, distance };
  }
  return best?.name ?? null;
}
