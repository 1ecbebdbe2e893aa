import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import { withCondition } from '@/lib/model/operations/condition';
import { newTestId } from './testing/bench';
import { webServers } from './testing/web-servers';

const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);

/** Somebody has stopped them beside the product: what it knows of them is that they run. */
function takenForRunning(reached: EnvironmentModel): EnvironmentModel {
  const services = reached.services.map((service) => ({
    ...service,
    units: service.units.map((unit) => ({
      ...unit,
      state: withCondition(unit.state, { state: 'started', status: null }),
    })),
  }));
  return { ...reached, services };
}

/**
 * A repair of a machine that does not work: it is checked, repaired and looked at again, each once. Of several machines the
 * one that answers first goes on first, so that their steps may have other numbers after a kill.
 */
killEverywhere(() => ({
  model: webServers(newTestId(), box, 'one'),
  before: 'stop',
  found: takenForRunning,
  afterwards: 'heal',
  boundaries: 15,
  expectUndisturbed: ({ run, environment }) => {
    expect(run).toMatchObject({ version: null, result: { repaired: ['one1'], failed: [] } });
    const works = { units: [{ state: { lifecycle: { state: 'started', status: { ok: true } } } }] };
    expect(environment).toMatchObject({ version: 1, active: null, model: { services: [works] } });
  },
}));
