import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { type ProcessKills, prepareProcessKills } from '@/lib/container/testing/kill-processes';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { boundariesOf } from '../testing/kill-scenario';
import { KILL_SCENARIOS } from '../testing/kill-scenarios';

/**
 * What dies in memory at every boundary (`lib/conductor/testing/memory-kill.test.ts`) dies here in real processes on
 * PostgreSQL: at some of these places, runs of all kinds at once.
 */
const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);
const scenarios = new Map(Object.entries(KILL_SCENARIOS).map(([name, scenarioOf]) => [name, scenarioOf(box)]));
/** Which of the places of every scenario: one where something is to be written next. */
const AFTER_AN_EFFECT = 1;
let kills: ProcessKills;

beforeAll(async () => {
  const packages = new Set([...scenarios.values()].flatMap((scenario) => scenario.packages ?? []));
  kills = await prepareProcessKills(scenarios, catalogWith(...packages));
});
afterAll(() => kills.dispose());

describe('a run that nothing disturbs', () => {
  it.each([...scenarios])('%s carries every command of every plan out once', (name, scenario) => {
    const undisturbed = kills.undisturbed.get(name);
    expect(undisturbed?.plans.filter((plan) => plan.executions !== plan.results)).toEqual([]);
    if (undisturbed) scenario.expectUndisturbed(undisturbed);
    const boundaries = boundariesOf(kills.steps.get(name) ?? []);
    expect(boundaries.length).toBeGreaterThanOrEqual(scenario.boundaries);
  });
});

/** Names all of them: an assertion alone shows the beginning of the first. */
const expectNone = (problems: string[]) => expect(problems, problems.join('\n')).toEqual([]);

describe('a server killed while runs of every kind are under way', () => {
  const deaths = Math.max(...[...scenarios.values()].map(({ realKills }) => realKills.length));

  it.each([...scenarios])(
    '%s dies before an effect, between an effect and its record, and after it',
    (name, scenario) => {
      const points = scenario.realKills.map(({ point }) => point);
      expect(points).toEqual(expect.arrayContaining(['before', 'performed', 'recorded']));
      process.stdout.write(`kill points of ${name}: ${points.length} in real processes\n`);
    },
  );

  it.each(Array.from({ length: deaths }, (_, death) => death))(
    'scenario 27, rough edge 41: is followed by one that finishes them, with every effect performed exactly once, death %i',
    async (death) => {
      expectNone(await kills.die(death));
    },
  );

  it('that hangs loses them to another one, and changes nothing more when it goes on', async () => {
    expectNone(await kills.hang(AFTER_AN_EFFECT));
  });

  it('has died at every place that was chosen', () => {
    const chosen = [...scenarios.values()].flatMap(({ realKills }) => realKills);
    expect(kills.died()).toBe(chosen.length);
    expect(chosen.length).toBeGreaterThanOrEqual(3 * scenarios.size);
  });
});
