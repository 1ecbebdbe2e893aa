// A world of testing/windows that a test leads through a story: machines, plans as the product sends them, losses.
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import type { JsonObject } from '@/lib/model/json';
import { composed, standInText, startPowerShell, type WorldTools } from './compose';
import type { WorldMachine } from './views';

const root = path.resolve(import.meta.dirname, '..', '..');

/** What a plan came to in the world, in the agent's format. */
export interface WorldAnswer {
  results: JsonObject[];
  /** of the scripts, which they swallowed on their way */
  mistakes: string[];
}

export interface World {
  /** a machine is made of an image that has the media of SQL Server */
  addMachine(name: string, address: string): Promise<void>;
  removeMachine(name: string): Promise<void>;
  power(name: string, up: boolean): Promise<void>;
  /** the SQL Server of a machine is of this edition: Enterprise, Standard */
  edition(name: string, edition: string): Promise<void>;
  carryOut(host: string, plan: ExecutionPlan): Promise<WorldAnswer>;
  /** the machines that there are, by name */
  look(): Promise<Record<string, WorldMachine>>;
  stop(): Promise<void>;
}

/** Starts a world without a machine, in a folder that is emptied first. */
export function startWorld(name: string, tools: WorldTools): World {
  const folder = path.join(root, '.cache', 'windows-scripts', name);
  fs.rmSync(path.join(folder, 'disks'), { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, 'disks'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'stand-ins.ps1'), standInText(path.join(root, 'catalog')));
  const child = startPowerShell('story.ps1', ['-Work', folder], tools);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (step: JsonObject): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(step)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('the world has ended');
    const answer = JSON.parse(value) as { problem?: string };
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer;
  };
  return {
    addMachine: async (machine, address) => void (await ask({ do: 'machine', name: machine, address })),
    removeMachine: async (machine) => void (await ask({ do: 'removed', name: machine })),
    power: async (machine, up) => void (await ask({ do: 'power', name: machine, up })),
    edition: async (machine, edition) => void (await ask({ do: 'edition', name: machine, edition })),
    carryOut: async (on, plan) =>
      (await ask({ do: 'plan', on, plan: { ...composed(plan) } as JsonObject })) as WorldAnswer,
    look: async () => ((await ask({ do: 'look' })) as { machines: Record<string, WorldMachine> }).machines,
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
