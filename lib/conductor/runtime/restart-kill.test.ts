import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import { newTestId } from './testing/bench';
import { domainWithWebServer } from './testing/domain';

/** Two web servers that need nobody, so that both are stopped and started side by side. */
function webServers(): EnvironmentModel {
  const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);
  const model = domainWithWebServer(newTestId(), box);
  const [server] = model.services.filter(({ type }) => type === 'webServer');
  if (!server) throw new Error('There is no web server in the example.');
  const services = ['one', 'two'].map((name) => ({
    ...server,
    id: newTestId(),
    name,
    domain: '',
    unitNamingPattern: `${name}#`,
    units: [{ id: newTestId(), name }],
  }));
  return { ...model, services };
}

/** A restart of machines that are there: all are stopped, then all are started, each once. */
killEverywhere(() => ({
  model: webServers(),
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
