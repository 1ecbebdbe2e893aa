import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { eventually } from '@/lib/testing/patience';
import { boundariesOf, type KillScenario } from './kill-scenario';
import { isOver } from './memory-database';
import { queueInMemory } from './memory-run-store';
import { traceInMemory } from './memory-trace';
import { createMemoryWorld, type MemoryWorld, type WorldParts } from './memory-world';
import { differences, type Trace } from './trace';

/** Passes over all runs come at the start alone: whoever takes over does it at once. */
const OPTIONS = { recoveryIntervalMs: 60 * 60_000, retryDelayMs: 1 };
/** Longer than events gather before they are written, in milliseconds: what a dead conductor has in hand would come by then. */
const AFTERMATH_MS = 40;

/** A scenario that stands before the run that is to die. */
export interface PreparedKills {
  undisturbed: Trace;
  /** every place to die at */
  boundaries: string[];
  /** Lets a conductor die at a place and another one go on. @returns what is wrong afterwards; null when nothing is */
  dieAndRecover(place: string): Promise<string | null>;
}

/** Takes a scenario to where the run that dies is queued, and lets it go well once. */
export async function prepareKills(parts: WorldParts, scenario: KillScenario): Promise<PreparedKills> {
  const { world, runId } = await prepareWorld(parts, scenario);
  const calm = world.copy();
  await goWell(calm, runId);
  const undisturbed = traceInMemory(calm, runId);
  const steps = [...(calm.records.runs.get(runId)?.steps ?? [])].sort(([a], [b]) => a - b).map(([, { name }]) => name);
  return {
    undisturbed,
    boundaries: boundariesOf(steps),
    dieAndRecover: (place) => dieAndRecover(world.copy(), { place, runId, undisturbed }),
  };
}

async function prepareWorld(parts: WorldParts, { model, ...scenario }: KillScenario) {
  const world = createMemoryWorld(parts);
  const { tables, cloudState } = world;
  let runId = queueInMemory(tables, { model });
  if (!scenario.afterwards) return { world, runId };
  await goWell(world, runId);
  if (scenario.before) {
    runId = queueInMemory(tables, { model, kind: scenario.before });
    await goWell(world, runId);
  }
  const environment = tables.environments.get(model.id);
  if (!environment) throw new Error('The environment is gone.');
  if (scenario.found) environment.model = scenario.found(environment.model);
  for (const machine of cloudState.machines) machine.facts = scenario.byHand?.(machine.facts) ?? machine.facts;
  const asked = scenario.asked?.(environment.model) ?? { model };
  runId = queueInMemory(tables, { kind: scenario.afterwards, ...asked });
  return { world, runId };
}

/** Lets a conductor carry a run out that nothing disturbs, and end in order. */
async function goWell(world: MemoryWorld, runId: string): Promise<void> {
  const { conductor } = world.connect(OPTIONS);
  await conductor.start();
  const { state, problem } = await ended(world, runId);
  expect({ state, problem }).toEqual({ state: 'success', problem: null });
  await conductor.stop();
  await eventually('the rest of the cloud', () => world.isAtRest(), 1);
}

function ended(world: MemoryWorld, runId: string) {
  const look = () => {
    const run = rowOf(world, runId);
    return isOver(run) && run;
  };
  return eventually('the end of the run', look, 1);
}

interface Death {
  place: string;
  runId: string;
  undisturbed: Trace;
}

async function dieAndRecover(world: MemoryWorld, { place, runId, undisturbed }: Death): Promise<string | null> {
  const { tables, records } = world;
  let isDead = false;
  const dying = world.connect({
    ...OPTIONS,
    crashAt: place,
    crash: () => {
      isDead = true;
      dying.kill();
      // A plan that nobody has answered is sent once more: it must not have been carried out before that.
      if (place.startsWith('sent')) world.holdAgents();
      return 'dies';
    },
  });
  // One that dies while it starts never comes back.
  void dying.conductor.start();
  await eventually('the death of the conductor', () => isDead || isOver(rowOf(world, runId)), 1);
  if (!isDead) return 'the conductor did not die there but came to the end';
  const atDeath = structuredClone({ tables, runs: records.runs });
  await pause(AFTERMATH_MS);
  if (!isDeepStrictEqual({ tables, runs: records.runs }, atDeath)) return 'the dead conductor wrote something';

  const successor = world.connect(OPTIONS);
  await successor.conductor.start();
  const { state, problem } = await ended(world, runId);
  await successor.conductor.stop();
  if (state !== 'success') return `it ended as ${state}: ${JSON.stringify(problem)}`;
  return differences(traceInMemory(world, runId), undisturbed);
}

function rowOf({ tables }: MemoryWorld, runId: string) {
  const run = tables.runs.get(runId);
  if (!run) throw new Error(`There is no run ${runId}.`);
  return run;
}
