import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { type Condition, withCondition } from '@/lib/model/operations/condition';
import type { UnitTypes } from '@/lib/model/operations/declared';
import type { ServiceType } from '@/lib/model/service-type';
import { type TopologyOptions, topologyOf } from './topology';

const AT = '2026-03-02T10:00:00.000Z';
const needs = (name: string, capability: string, more: object = {}) => ({ name, needs: capability, ...more });
const types = [
  {
    ...{ type: 'db', package: 'Database', offers: [{ capability: 'database', name: 'name' }] },
    properties: [needs('peer', 'page', { circular: 'allowed' })],
  },
  {
    ...{ type: 'web', package: 'Web', offers: [{ capability: 'page', name: 'name' }] },
    properties: [needs('database', 'database'), needs('mirror', 'page')],
  },
] as unknown as ServiceType[];
const unitTypes: UnitTypes = {
  Database: {
    derivedFrom: 'cloudify.nodes.DBMS',
    operations: { 'lifecycle.start': { plan: 'StartDb', timeout: 60, mappings: {}, maxRetries: 4, retryInterval: 7 } },
    customOperations: {
      'maintenance.shrink': { plan: 'Shrink', timeout: 60, mappings: {}, title: 'Shrink', summary: '', parameters: [] },
    },
  },
};

function service(type: string, hosts: readonly string[], more: object = {}, condition: Partial<Condition> = {}) {
  const units = hosts.map((id) => ({
    ...{ id, name: id, state: withCondition({ hostname: id }, { state: 'started', status: null, ...condition }) },
  }));
  return { id: type, type, name: type, units, ...more } as unknown as Service;
}

const topology = (services: Service[], options?: TopologyOptions) =>
  topologyOf({ id: 'e', services } as unknown as EnvironmentModel, { serviceTypes: types, unitTypes }, options);
const targetsOf = (model: ReturnType<typeof topology>) =>
  Object.fromEntries(
    model.instances.map(({ id, relationships }) => [id, relationships.flatMap(({ targets }) => targets)]),
  );

describe('an environment as the lifecycle sees it', () => {
  const services = [service('web', ['w1', 'w2'], { database: 'db' }), service('db', ['d1'])];

  it('has a node for each service, and each of its machines needs all of what the service needs', () => {
    expect(targetsOf(topology(services))).toEqual({ w1: ['d1'], w2: ['d1'], d1: [] });
    expect(targetsOf(topology(services, { reverse: true }))).toEqual({ w1: [], w2: [], d1: ['w1', 'w2'] });
    // who may be named in a circle is waited for by nobody, and nothing waits for itself
    const peers = [service('web', ['w1'], { database: 'db', mirror: 'web' }), service('db', ['d1'], { peer: 'web' })];
    expect(targetsOf(topology(peers))).toEqual({ w1: ['d1'], d1: [] });
    expect(topology(services).counts).toEqual({ web: 2, db: 1 });
  });

  it('has the operations that packages declare, with their tries, and those that every machine has', () => {
    const [web, db] = topology(services, { everywhere: ['lifecycle.suspend'] }).template.nodes;
    const start = { implementation: 'StartDb', inputs: {}, maxRetries: 4, retryInterval: 7 };
    expect(db?.operations).toMatchObject({
      ...{ 'lifecycle.start': start, 'maintenance.shrink': { implementation: 'Shrink' } },
      'lifecycle.suspend': { implementation: 'lifecycle.suspend' },
    });
    expect(db?.operations['maintenance.shrink']).not.toHaveProperty('maxRetries');
    expect(web?.operations['lifecycle.start']).toEqual({ implementation: null });
    expect([web?.type, db?.type]).toEqual(['cloudify.nodes.SoftwareComponent', 'Database']);
  });

  it('knows what the last looks have found, and no machine that is not deployed', () => {
    const status = { ok: false, message: 'It hangs.', at: AT };
    const drift = { differences: ['The firewall is off.'], at: AT };
    const seen = topology([
      service('db', ['d1'], {}, { status, drift }),
      service('web', ['w1'], {}, { drift: { ...drift, differences: [] } }),
    ]);
    expect(seen.instances.map(({ status: known, drift: found }) => [known, found])).toEqual([
      [
        { ok: false, source: 'check', message: 'It hangs.' },
        { ok: true, result: drift.differences },
      ],
      [null, { ok: true, result: null }],
    ]);
    const fresh = { ...service('db', ['d1']), units: [{ id: 'd1', name: 'd1' }] } as unknown as Service;
    expect(topology([fresh]).instances).toEqual([]);
  });
});
