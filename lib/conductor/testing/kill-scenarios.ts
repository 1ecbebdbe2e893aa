import { expect } from 'vitest';
import { newId, type SecretBox } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import { withCondition } from '@/lib/model/operations/condition';
import { domainWithWebServer } from '../runtime/testing/domain';
import { environmentWithPair, WEB_PAIR } from '../runtime/testing/web-pair';
import { webServers } from '../runtime/testing/web-servers';
import type { KillScenario } from './kill-scenario';

type Box = Pick<SecretBox, 'seal'>;

/**
 * A run of every kind that has effects on the world. Of several machines the one that answers first goes on first, so that
 * their steps may have other numbers after a kill: where that can be, there is one machine.
 */
export const KILL_SCENARIOS = {
  'deployment by workflows': deployment,
  'deployment of objects': deploymentOfObjects,
  action,
  scale,
  uninstall,
  restart,
  heal,
  update,
  suspend,
  wake,
} satisfies Record<string, (box: Box) => KillScenario>;

export type KillScenarioName = keyof typeof KILL_SCENARIOS;

/** A domain with two controllers and a web server, deployed by workflows. */
function deployment(box: Box): KillScenario {
  return {
    model: domainWithWebServer(newId(), box),
    boundaries: 48,
    realKills: [
      { point: 'before', step: /CreatePrimaryDC/ },
      { point: 'performed', step: /^stack/ },
      { point: 'recorded', step: /JoinDomain on dc2/ },
      { point: 'sent', step: /JoinDomain on web1/ },
      { point: 'stored', step: /InstallIIS/ },
      { point: 'performed', step: 'end' },
    ],
    expectUndisturbed: ({ plans, stacks, machines }) => {
      expect(plans.length).toBeGreaterThan(5);
      expect(stacks).toHaveLength(1);
      expect(machines).toHaveLength(3);
    },
  };
}

/** An application in MuranoPL: two machines side by side, a plan for each, an output and reports. */
function deploymentOfObjects(): KillScenario {
  return {
    model: environmentWithPair(newId(), ['web1', 'web2']),
    packages: [WEB_PAIR],
    boundaries: 34,
    realKills: [
      { point: 'before', step: /^stack/, occurrence: 2 },
      { point: 'performed', step: /MakePage on web2/ },
      { point: 'recorded', step: /^stack/, occurrence: 3 },
      { point: 'sent', step: /MakePage on web1/ },
      { point: 'stored', step: /^stack/ },
      { point: 'before', step: 'end' },
    ],
    expectUndisturbed: ({ plans, stacks, machines, environment }) => {
      expect(plans).toHaveLength(2);
      expect(stacks.filter(({ status }) => status === 'COMPLETE')).toHaveLength(1);
      expect(machines).toHaveLength(2);
      expect(environment.model).toMatchObject({
        services: [{ pages: { web1: 'Welcome from web1\n', web2: 'Welcome from web2\n' } }],
      });
    },
  };
}

/** An action of an application in MuranoPL: a plan on each of its machines, and what they answer is the result. */
function action(): KillScenario {
  const model = environmentWithPair(newId(), ['web1', 'web2']);
  const input = { object: 'pages', method: 'greet', title: 'Greet', arguments: { greeting: 'Hello', keep: true } };
  return {
    model,
    packages: [WEB_PAIR],
    afterwards: 'action',
    asked: () => ({ model, input: { objectId: model.services[0]?.id ?? '', ...input } }),
    boundaries: 18,
    realKills: [
      { point: 'before', step: /MakePage on web2/ },
      { point: 'performed', step: /MakePage on web1/ },
      { point: 'recorded', step: /MakePage on web2/ },
      { point: 'sent', step: /MakePage on web2/ },
    ],
    expectUndisturbed: ({ plans, run, environment }) => {
      const answers = { web1: 'Hello from web1\n', web2: 'Hello from web2\n' };
      expect(plans).toHaveLength(4);
      expect(run).toEqual({ version: 2, result: answers });
      expect(environment).toMatchObject({ version: 2, active: null, model: { services: [{ pages: answers }] } });
    },
  };
}

/** A service that grows by one: the new machine is made and set up once, and the others are left alone. */
function scale(box: Box): KillScenario {
  return {
    model: webServers(newId(), box, 'farm'),
    afterwards: 'scale',
    asked: (reached) => {
      const unit = { id: newId(), name: 'farm_instance_1' };
      const services = reached.services.map((service) => ({ ...service, units: [...service.units, unit] }));
      const only = services.flatMap(({ units }) => units.map(({ id }) => id));
      return { model: { ...reached, services }, input: { added: [unit.id], removed: [], only, rollback: true } };
    },
    boundaries: 18,
    realKills: [
      { point: 'before', step: /^stack/ },
      { point: 'performed', step: /SetPassword/ },
      { point: 'recorded', step: /InstallIIS/ },
    ],
    expectUndisturbed: ({ plans, machines, run, environment }) => {
      // a password and a web server on each
      expect(plans).toHaveLength(4);
      expect(machines).toHaveLength(2);
      expect(run).toMatchObject({ version: 2, result: { added: ['farm2'], removed: [] } });
      const there = { units: [{ state: { hostname: 'farm1' } }, { state: { hostname: 'farm2' } }] };
      expect(environment).toMatchObject({ version: 2, active: null, model: { services: [there] } });
    },
  };
}

/** A service that is removed beside another: its machine goes once, and the other is left alone. */
function uninstall(box: Box): KillScenario {
  return {
    model: webServers(newId(), box, 'going', 'staying'),
    afterwards: 'uninstall',
    asked: (reached) => {
      const [going] = reached.services;
      const removed = going?.units.map(({ id }) => ({ id, host: 'going1' })) ?? [];
      const services = reached.services.filter((service) => service !== going);
      return { model: { ...reached, services }, input: { added: [], removed, only: [], rollback: false } };
    },
    boundaries: 8,
    realKills: [
      { point: 'before', step: /^stack/ },
      { point: 'performed', step: /^stack/ },
      { point: 'recorded', step: /^stack/ },
    ],
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
  };
}

/** A restart of machines that are there: all are stopped, then all are started, each once. */
function restart(box: Box): KillScenario {
  return {
    model: webServers(newId(), box, 'one', 'two'),
    afterwards: 'restart',
    boundaries: 28,
    realKills: [
      { point: 'before', step: /StartWebServer on one1/ },
      { point: 'performed', step: /StopWebServer on two1/ },
      { point: 'recorded', step: /StopWebServer on one1/ },
    ],
    expectUndisturbed: ({ plans, run, environment }) => {
      // a password and a web server on each while they were deployed, a stop and a start on each now
      expect(plans).toHaveLength(8);
      expect(run).toMatchObject({ version: null, result: { done: ['one1', 'two1'], failed: [] } });
      const running = { units: [{ state: { lifecycle: { state: 'started', status: { ok: true } } } }] };
      expect(environment).toMatchObject({ version: 1, active: null, model: { services: [running, running] } });
    },
  };
}

/** A repair of a machine that does not work: it is checked, repaired and looked at again, each once. */
function heal(box: Box): KillScenario {
  return {
    model: webServers(newId(), box, 'one'),
    before: 'stop',
    found: takenForRunning,
    afterwards: 'heal',
    boundaries: 19,
    realKills: [
      { point: 'before', step: /RepairWebServer/ },
      { point: 'performed', step: /RepairWebServer/ },
      { point: 'recorded', step: /CheckWebServer/ },
    ],
    expectUndisturbed: ({ run, environment }) => {
      expect(run).toMatchObject({ version: null, result: { repaired: ['one1'], failed: [] } });
      const works = { units: [{ state: { lifecycle: { state: 'started', status: { ok: true } } } }] };
      expect(environment).toMatchObject({ version: 1, active: null, model: { services: [works] } });
    },
  };
}

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

/** An update of a machine whose firewall was closed by hand: it is compared, looked at, and set as its service says. */
function update(box: Box): KillScenario {
  return {
    model: webServers(newId(), box, 'one'),
    byHand: (facts) => ({ ...facts, webFirewall: 'closed' }),
    afterwards: 'update',
    boundaries: 19,
    realKills: [
      { point: 'before', step: /UpdateWebServer/ },
      { point: 'performed', step: /CompareWebServer/ },
      { point: 'recorded', step: /UpdateWebServer/ },
    ],
    expectUndisturbed: ({ plans, run, environment }) => {
      // a password and a web server while it was deployed; compared, looked at and updated now
      expect(plans).toHaveLength(5);
      expect(run).toMatchObject({ version: null, result: { done: ['one1'], failed: [] } });
      const asItsServiceSays = { units: [{ state: { lifecycle: { drift: { differences: [] } } } }] };
      expect(environment).toMatchObject({ version: 1, active: null, model: { services: [asItsServiceSays] } });
    },
  };
}

/** An environment that is suspended: its stack is asked once, and its machine rests at the end. */
function suspend(box: Box): KillScenario {
  return {
    model: webServers(newId(), box, 'one'),
    afterwards: 'suspend',
    boundaries: 8,
    realKills: [
      { point: 'before', step: /^stack/ },
      { point: 'performed', step: /^stack/ },
      { point: 'recorded', step: /^stack/ },
      { point: 'stored', step: /^stack/ },
    ],
    expectUndisturbed: ({ run, environment }) => {
      expect(run).toMatchObject({ version: null, result: { done: ['one1'], failed: [] } });
      const rests = { units: [{ state: { lifecycle: { state: 'suspended', suspension: { with: 'stack' } } } }] };
      expect(environment).toMatchObject({ version: 1, active: null, model: { services: [rests] } });
    },
  };
}

/** An environment that was suspended is woken up: its stack is resumed once, then its machine is checked. */
function wake(box: Box): KillScenario {
  return {
    model: webServers(newId(), box, 'one'),
    before: 'suspend',
    afterwards: 'wake',
    boundaries: 13,
    realKills: [
      { point: 'before', step: /CheckWebServer/ },
      { point: 'performed', step: /^stack/ },
      { point: 'recorded', step: /^stack/ },
    ],
    expectUndisturbed: ({ run, environment }) => {
      expect(run).toMatchObject({ version: null, result: { done: ['one1'], failed: [] } });
      const works = { units: [{ state: { lifecycle: { state: 'started', status: { ok: true } } } }] };
      expect(environment).toMatchObject({ version: 1, active: null, model: { services: [works] } });
    },
  };
}
