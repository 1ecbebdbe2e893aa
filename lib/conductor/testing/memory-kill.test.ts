import path from 'node:path';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLibrary } from '@/lib/catalog/library';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { loadCatalog } from '@/lib/catalog/testing/load-catalog';
import { createLanguages } from '@/lib/conductor/languages';
import { hostInPlace } from '@/lib/conductor/testing/host-in-place';
import { createSecretBox } from '@/lib/crypto';
import { prepareKills } from './kill-in-memory';
import type { KillScenario } from './kill-scenario';
import { KILL_SCENARIOS } from './kill-scenarios';
import type { WorldParts } from './memory-world';

/** Kills at a time: each waits a moment for what the dead may still do. */
const PARALLEL_KILLS = 4;
const SILENT = { debug: () => undefined, info: () => undefined, warn: complain, error: complain };
function complain(details: object, message: string): void {
  process.stderr.write(`${message} ${inspect(details)}\n`);
}

const box = createSecretBox(Buffer.alloc(32, 7));
let partsFor: (scenario: KillScenario) => Promise<WorldParts>;

beforeAll(async () => {
  const library = await readLibrary(path.resolve('lib/conductor/muranopl/library'));
  const languages = hostInPlace(createLanguages(library));
  const catalogs = new Map<string, ReturnType<typeof loadCatalog>>();
  partsFor = async ({ packages = [] }) => {
    const key = packages.join(' ');
    const directory = packages.length === 0 ? path.resolve('catalog') : catalogWith(...packages);
    const catalog = catalogs.get(key) ?? loadCatalog(directory, library);
    catalogs.set(key, catalog);
    return { languages, box, catalog: await catalog, log: SILENT };
  };
});

describe.each(Object.entries(KILL_SCENARIOS))('%s', (name, scenarioOf) => {
  it('scenario 27, rough edge 41: goes on after a death at any boundary, with every effect performed exactly once', async () => {
    const scenario = scenarioOf(box);
    const { undisturbed, boundaries, dieAndRecover } = await prepareKills(await partsFor(scenario), scenario);
    expect(undisturbed.plans.filter((plan) => plan.executions !== plan.results)).toEqual([]);
    scenario.expectUndisturbed(undisturbed);

    const failures: string[] = [];
    const waiting = [...boundaries];
    await Promise.all(
      Array.from({ length: PARALLEL_KILLS }, async () => {
        for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
          const problem = await dieAndRecover(place);
          if (problem !== null) failures.push(`${place}: ${problem}`);
        }
      }),
    );
    process.stdout.write(`kill points of ${name}: ${boundaries.length} in memory\n`);
    expect(boundaries.length).toBeGreaterThanOrEqual(scenario.boundaries);
    expect(failures).toEqual([]);
  });
});
