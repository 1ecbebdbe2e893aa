import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { newTestId } from './testing/bench';
import { webServers } from './testing/web-servers';

const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);

/** A service that is removed beside another: its machine goes once, and the other is left alone. */
killEverywhere(() => ({
  model: webServers(newTestId(), box, 'going', 'staying'),
  afterwards: 'uninstall',
  asked: (reached) => {
    const [going] = reached.services;
    const removed = going?.units.map(({ id }) => ({ id, host: 'going1' })) ?? [];
    const services = reached.services.filter((service) => service !== going);
    return { model: { ...reached, services }, input: { added: [], removed, only: [], rollback: false } };
  },
  boundaries: 5,
  expectUndisturbed: ({ plans, machines, run, environment }) => {
    // a password and a web server on each while they were deployed, and nothing since
    expect(plans).toHaveLength(4);
    expect(machines).toMatchObject([
      { hostname: 'going1', deleted: true },
      { hostname: 'staying1', deleted: false },
    ]);
    expect(run).toMatchObject({ version: 2, result: { added: [], removed: ['going1'] } });
    const there = { name: 'staying', units: [{ state: { hostname: 'staying1' } }] };
    expect(environment).toMatchObject({ version: 2, active: null, model: { services: [there] } });
  },
}));
