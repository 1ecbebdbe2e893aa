import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import type { JsonObject } from '@/lib/model/json';
import { newTestId } from './testing/bench';
import { webServers } from './testing/web-servers';

const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);

/** Somebody has closed the firewall of every machine. */
async function closeFirewalls(db: Db): Promise<void> {
  for (const { id, facts } of await db.cloudMachine.findMany()) {
    await db.cloudMachine.update({
      where: { id },
      data: { facts: { ...(facts as JsonObject), webFirewall: 'closed' } },
    });
  }
}

/**
 * An update of a machine that was changed by hand: it is compared, looked at, and set as its service says, each once. Of
 * several machines the one that answers first goes on first, so that their steps may have other numbers after a kill.
 */
killEverywhere(() => ({
  model: webServers(newTestId(), box, 'one'),
  byHand: closeFirewalls,
  afterwards: 'update',
  boundaries: 15,
  expectUndisturbed: ({ plans, run, environment }) => {
    // a password and a web server while it was deployed; compared, looked at and updated now
    expect(plans).toHaveLength(5);
    expect(run).toMatchObject({ version: null, result: { done: ['one1'], failed: [] } });
    const asItsServiceSays = { units: [{ state: { lifecycle: { drift: { differences: [] } } } }] };
    expect(environment).toMatchObject({ version: 1, active: null, model: { services: [asItsServiceSays] } });
  },
}));
