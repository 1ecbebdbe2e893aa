import type { JsonObject } from '@/lib/model/json';
import { AmbiguousName, packageNames } from '@/lib/model/package-names';
import { type Command, compileCommand } from './command';
import { REACTIONS, type SimulationDescription } from './description';
import { functionScopes, readFunction } from './expressions';
import { compilePage, type Page } from './page';
import { compilePromise, type MachinePromise } from './promise';

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
  /**
   * Whatever the case of its name, as PowerShell.
   *
   * @param from full name of the package whose plan calls it; null: unknown
   * @returns null for a command that no package describes which is meant there, and one of several packages
   */
  command(name: string, from: string | null): Command | null;
  /** what a machine that is up does when another went off, or when it or another came back; required packages' first */
  whenPowerChanges: readonly Command[];
  /** what a machine that was copied of another does, until it works beside that; required packages' first */
  whenAdded: readonly Command[];
  /** what a machine that is to go does while it is up, so that the others are as they are without it; required packages' first */
  whenRemoved: readonly Command[];
  /** what machines do for people; required packages' first */
  promises: readonly MachinePromise[];
  /** in the order in which they are asked for one that answers: those of required packages last */
  pages: readonly Page[];
  /** What a machine knows, with what packages say that it knows from the beginning. */
  known(facts: JsonObject): JsonObject;
  /** What a machine knows once somebody has changed its settings by hand, as packages say that one may. */
  changedByHand(facts: JsonObject): JsonObject;
}

const SILENT = { seconds: 0, parameters: {}, output: [] };

/**
 * Makes one whole of what packages say about simulated machines.
 *
 * @param packages required ones before those that require them, of each name one
 */
export function compileSimulation(packages: readonly SimulatedPackage[]): MachineSimulation {
  const commands = new Map<string, ReadonlyMap<string, Command>>();
  const reactions: Record<(typeof REACTIONS)[number], Command[]> = {
    whenPowerChanges: [],
    whenAdded: [],
    whenRemoved: [],
  };
  const promises: MachinePromise[] = [];
  const pages: Page[] = [];
  let facts: JsonObject = {};
  let changed: JsonObject = {};
  const scopes = functionScopes(
    packages.map(({ name, requires, simulation }) => ({
      ...{ name, requires },
      own: Object.entries(simulation?.functions ?? {}).map(([heading, body]) => readFunction(heading, body)),
    })),
  );
  for (const { name, simulation } of packages) {
    const scope = scopes.get(name);
    if (simulation === null || !scope) continue;
    const own = Object.entries(simulation.commands).map(([command, description]): [string, Command] => [
      command.toLowerCase(),
      compileCommand(command, description, scope),
    ]);
    commands.set(name, new Map(own));
    for (const kind of REACTIONS) {
      for (const steps of simulation[kind]) reactions[kind].push(compileCommand(kind, { ...SILENT, steps }, scope));
    }
    for (const [title, promise] of Object.entries(simulation.promises))
      promises.push(compilePromise({ from: name, name: title }, promise, scope));
    pages.unshift(...simulation.pages.map((page) => compilePage(page, scope)));
    facts = { ...facts, ...simulation.facts };
    changed = { ...changed, ...simulation.changedByHand };
  }
  const names = packageNames(packages);
  return {
    command: (title, from) => {
      const key = title.toLowerCase();
      try {
        const owner = names.ownerOf(
          `simulated command "${title}"`,
          from,
          ({ name }) => commands.get(name)?.has(key) ?? false,
        );
        return (owner && commands.get(owner.name)?.get(key)) ?? null;
      } catch (error) {
        if (error instanceof AmbiguousName) return null;
        throw error;
      }
    },
    ...reactions,
    promises,
    pages,
    known: (own) => ({ ...facts, ...own }),
    changedByHand: (own) => ({ ...own, ...changed }),
  };
}
