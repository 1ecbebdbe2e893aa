import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { newTestId } from './testing/bench';
import { webServers } from './testing/web-servers';

const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);

/** An environment that was suspended is woken up: its stack is resumed once, then its machine is checked. */
killEverywhere(() => ({
  model: webServers(newTestId(), box, 'one'),
  before: 'suspend',
  afterwards: 'wake',
  boundaries: 10,
  expectUndisturbed: ({ run, environment }) => {
    expect(run).toMatchObject({ version: null, result: { done: ['one1'], failed: [] } });
    const works = { units: [{ state: { lifecycle: { state: 'started', status: { ok: true } } } }] };
    expect(environment).toMatchObject({ version: 1, active: null, model: { services: [works] } });
  },
}));
