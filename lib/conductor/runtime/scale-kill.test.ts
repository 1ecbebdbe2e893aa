import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { newTestId } from './testing/bench';
import { webServers } from './testing/web-servers';

const box = createSecretBox(testConfig('postgresql://nowhere/none').secretKey);

/** A service that grows by one: the new machine is made and set up once, and the others are left alone. */
killEverywhere(() => {
  const model = webServers(newTestId(), box, 'farm');
  return {
    model,
    afterwards: 'scale',
    asked: (reached) => {
      const unit = { id: newTestId(), name: 'farm_instance_1' };
      const services = reached.services.map((service) => ({ ...service, units: [...service.units, unit] }));
      const only = services.flatMap(({ units }) => units.map(({ id }) => id));
      return { model: { ...reached, services }, input: { added: [unit.id], removed: [], only, rollback: true } };
    },
    boundaries: 12,
    expectUndisturbed: ({ plans, machines, run, environment }) => {
      // a password and a web server on each
      expect(plans).toHaveLength(4);
      expect(machines).toHaveLength(2);
      expect(run).toMatchObject({ version: 2, result: { added: ['farm2'], removed: [] } });
      const there = { units: [{ state: { hostname: 'farm1' } }, { state: { hostname: 'farm2' } }] };
      expect(environment).toMatchObject({ version: 2, active: null, model: { services: [there] } });
    },
  };
});
