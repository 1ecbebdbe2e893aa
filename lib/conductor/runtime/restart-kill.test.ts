import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { newTestId } from './testing/bench';
import { webServers } from './testing/web-servers';

const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);

/** A restart of machines that are there: all are stopped, then all are started, each once. */
killEverywhere(() => ({
  model: webServers(newTestId(), box, 'one', 'two'),
  afterwards: 'restart',
  boundaries: 20,
  expectUndisturbed: ({ plans, run, environment }) => {
    // a password and a web server on each while they were deployed, a stop and a start on each now
    expect(plans).toHaveLength(8);
    expect(run).toMatchObject({ version: null, result: { done: ['one1', 'two1'], failed: [] } });
    const running = { units: [{ state: { lifecycle: { state: 'started', status: { ok: true } } } }] };
    expect(environment).toMatchObject({ version: 1, active: null, model: { services: [running, running] } });
  },
}));
