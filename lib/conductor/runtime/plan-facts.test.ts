import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { JsonObject } from '@/lib/model/json';
import { planInput, planOutput } from './plan-facts';
import { ended, eventsOf, planFor, queueRun, startBench } from './testing/bench';
import { createScriptedCloud } from './testing/scripted-cloud';

const secrets = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);
const PASSWORD = 'Gr33n-Orchard!';
const planOf = (given: JsonObject) => ({
  Scripts: ['c2NyaXB0'],
  Commands: [{ Name: 'Install-Role', Arguments: given }],
  RebootOnCompletion: 0 as const,
});
const answer = (result: string) => ({ IsException: false, Result: [{ IsException: false, Result: [result] }] });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('what the log tells of a plan', () => {
  it('is what its machine was given with secrets masked, and not what a machine may say again of them', async () => {
    const cloud = createScriptedCloud({ plan: async () => answer(`the password is ${PASSWORD}`) });
    const { id } = await queueRun(database.db, ['dc1']);
    const given = { domain: 'acme.local', password: secrets.seal(PASSWORD), line: `-p ${secrets.seal(PASSWORD)}` };
    const bench = await startBench({
      ...{ db: database.db, url: database.url, cloud },
      run: async ({ model, effects }) => {
        await effects.executePlan({ ...planFor(model, 'dc1', 'Install'), plan: planOf(given) });
        return model;
      },
    });
    await bench.conductor.submit(id);
    await ended(database.db, id);
    const events = await eventsOf(database.db, id);
    const dataOf = (kind: string) => events.find((event) => event.kind === kind)?.data;
    expect(dataOf('effect.started')?.commands).toEqual([
      {
        name: 'Install-Role',
        arguments: { domain: 'acme.local', password: '*** SANITIZED ***', line: '-p *** SANITIZED ***' },
      },
    ]);
    expect(dataOf('effect.finished')).toMatchObject({ outcome: 'ok', answer: 'secret' });
    const log = JSON.stringify(events);
    expect(log).not.toContain(PASSWORD);
    expect(log).not.toContain('vetro:secret');
    await bench.stop();
  });

  it('is what its machine answered where it was given no secret', () => {
    const output = planOutput(planOf({ name: 'shop' }), answer('installed'));
    expect(output).toEqual({ answer: 'told', outputs: [['installed']] });
  });

  it('is of a program its name with its parameters, and what its body returned', () => {
    const program = {
      ...{ FormatVersion: '2.0.0', Version: '1.0.0', Name: 'Install', Body: 'return 1' },
      ...{ Parameters: { name: 'shop' }, Scripts: {}, Files: {} },
    };
    const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const, program };
    expect(planInput(plan)).toEqual({ commands: [{ name: 'Install', arguments: { name: 'shop' } }] });
    expect(planOutput(plan, { IsException: false, Result: 'ok' })).toEqual({ answer: 'told', outputs: ['ok'] });
  });

  it('cuts long texts off, and leaves long answers out', () => {
    const { commands } = planInput(planOf({ text: 'x'.repeat(9_000) }));
    expect(JSON.stringify(commands).length).toBeLessThan(2_100);
    const results = Array.from({ length: 20 }, () => ({ IsException: false, Result: 'y'.repeat(1_000) }));
    expect(planOutput(planOf({}), { IsException: false, Result: results })).toEqual({ answer: 'long' });
  });
});
