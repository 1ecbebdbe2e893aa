import type { JsonObject } from '@/lib/model/json';
import { type Command, compileCommand } from './command';
import type { SimulationDescription } from './description';
import { type FunctionScope, functionScope, readFunction } from './expressions';
import { compilePage, type Page } from './page';

/** A package as simulated machines need it. */
export interface SimulatedPackage {
  name: string;
  /** of its content */
  digest: string;
  /** full names of the packages whose functions it uses */
  requires: readonly string[];
  /** null: it says nothing about simulated machines */
  simulation: SimulationDescription | null;
}

/** What simulated machines do with a set of packages. */
export interface MachineSimulation {
  /** Whatever the case of its name, as PowerShell; null for a command that no package describes. */
  command(name: string): Command | null;
  /** in the order in which they are asked for one that answers: those of required packages last */
  pages: readonly Page[];
  /** What a machine knows, with what packages say that it knows from the beginning. */
  known(facts: JsonObject): JsonObject;
  /** What a machine knows once somebody has changed its settings by hand, as packages say that one may. */
  changedByHand(facts: JsonObject): JsonObject;
}

/**
 * Makes one whole of what packages say about simulated machines.
 *
 * @param packages required ones before those that require them; of two commands of one name the later counts
 */
export function compileSimulation(packages: readonly SimulatedPackage[]): MachineSimulation {
  const scopes = new Map<string, FunctionScope>();
  const commands = new Map<string, Command>();
  const pages: Page[] = [];
  let facts: JsonObject = {};
  let changed: JsonObject = {};
  for (const { name, requires, simulation } of packages) {
    const functions = Object.entries(simulation?.functions ?? {}).map(([heading, body]) => readFunction(heading, body));
    const scope = functionScope(
      functions,
      requires.flatMap((required) => scopes.get(required) ?? []),
    );
    scopes.set(name, scope);
    if (simulation === null) continue;
    for (const [command, description] of Object.entries(simulation.commands))
      commands.set(command.toLowerCase(), compileCommand(command, description, scope));
    pages.unshift(...simulation.pages.map((page) => compilePage(page, scope)));
    facts = { ...facts, ...simulation.facts };
    changed = { ...changed, ...simulation.changedByHand };
  }
  return {
    command: (name) => commands.get(name.toLowerCase()) ?? null,
    pages,
    known: (own) => ({ ...facts, ...own }),
    changedByHand: (own) => ({ ...own, ...changed }),
  };
}
