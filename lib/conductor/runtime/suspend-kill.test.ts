import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { newTestId } from './testing/bench';
import { webServers } from './testing/web-servers';

const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);

/** An environment that is suspended: its stack is asked once, and its machine rests at the end. */
killEverywhere(() => ({
  model: webServers(newTestId(), box, 'one'),
  afterwards: 'suspend',
  boundaries: 7,
  expectUndisturbed: ({ run, environment }) => {
    expect(run).toMatchObject({ version: null, result: { done: ['one1'], failed: [] } });
    const rests = { units: [{ state: { lifecycle: { state: 'suspended', suspension: { with: 'stack' } } } }] };
    expect(environment).toMatchObject({ version: 1, active: null, model: { services: [rests] } });
  },
}));
