import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { openPlans } from '@/lib/db/open-plans';
import { watchSilence } from '@/lib/environments/health/silent-agents';
import type { MachineReading } from '@/lib/ports/cloud/inspection';

/** What a run tells of machines that cannot go on with a step, whichever process looks at them. */

const product = productForTests();
const SINCE = new Date('2026-01-01T00:00:00.000Z');
const WELL: MachineReading = {
  ...{ power: 'ready', agentAnsweredAt: SINCE, agentSilentSince: null },
  ...{ diskFull: false, clockOffset: 0, silentPorts: [] },
};

/** One look of a process that knows nothing of those before it, at machines that are all alike. */
const look = (reading: MachineReading) =>
  watchSilence({
    db: product.db,
    cloud: { inspection: { machines: async (_scope, queues) => new Map(queues.map((queue) => [queue, reading])) } },
  });

describe('a machine that is silent in the middle of a step', () => {
  test('is told of once, and once that it is back, also by a process that did not see it silent', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const fault = await product.admin.ok('POST', '/v1/simulation/faults', {
      body: { kind: 'off', target: 'mute1', environment_id: id },
    });
    const session = await open(member, at);
    await add(member, at, session, webServer({ unitNamingPattern: 'mute1' }));
    const run = await deploy(member, at, session);
    const waiting = async () => (await openPlans(product.db)).filter((plan) => plan.runId === run).length;
    await expect.poll(waiting).toBeGreaterThan(0);
    const steps = await waiting();
    const reported = async () => {
      const { reports } = await member.ok('GET', `${at}/runs/${run}`);
      const texts = list(reports).map((report) => text(object(report).text));
      return [
        texts.filter((one) => one.startsWith('The agent on mute1 is silent')).length / steps,
        texts.filter((one) => one === 'mute1 is back and goes on with its step.').length / steps,
      ];
    };
    const silent = { ...WELL, agentSilentSince: SINCE };
    await look(silent);
    await look(silent);
    expect(await reported()).toEqual([1, 0]);
    await look(WELL);
    await look(WELL);
    expect(await reported()).toEqual([1, 1]);
    await look({ ...WELL, agentSilentSince: new Date(SINCE.getTime() + 60_000) });
    expect(await reported()).toEqual([2, 1]);
    await product.admin.ok('DELETE', `/v1/simulation/faults/${text(fault.id)}`);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
  });
});
