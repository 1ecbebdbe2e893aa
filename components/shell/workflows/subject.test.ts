import { describe, expect, it } from 'vitest';
import type { Service } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { UNIT_OPERATIONS } from '@/lib/model/operations/declared';
import { ServiceTypeSchema } from '@/lib/model/service-type';
import { machinesOf, operationsFor, refusalOf, targetFor } from './subject';

const typeOf = (type: string, more: object) =>
  ServiceTypeSchema.parse({
    ...{ type, package: `x.${type}`, version: '1', title: type, summary: '', form: [], roles: [], properties: [] },
    ...{ unitProperties: [], units: { min: 1, max: 9, default: 1, noun: 'machine' } },
    ...more,
  });
const operation = (name: string) => ({ name, title: name, summary: '', parameters: [] });
const types = [
  typeOf('web', { operations: UNIT_OPERATIONS, customOperations: [operation('logs.clear')] }),
  typeOf('old', {}),
  typeOf('sql', { customOperations: [operation('backup.database'), operation('logs.clear')] }),
];
const unit = (id: string, state?: string) => ({
  ...{ id, name: id },
  state: (state === undefined ? {} : { hostname: id, lifecycle: { state, status: null } }) as JsonObject,
});
const services: Service[] = [
  { id: 'shop', type: 'web', name: 'shop', units: [unit('a', 'started'), unit('b', 'stopped'), unit('c')] },
  { id: 'mail', type: 'old', name: 'mail', units: [unit('d', 'started')] },
];
const environment = { environmentId: 'e', name: 'Test' };
const why = (workflow: 'start' | 'stop' | 'restart', about: object) =>
  refusalOf(workflow, { ...environment, ...about }, services, types);

describe('a workflow is offered', () => {
  it('where there is something to do with one of the machines', () => {
    expect(why('stop', {})).toBeNull();
    expect(why('start', { unitIds: ['a', 'b'] })).toBeNull();
    expect(why('restart', { serviceId: 'shop' })).toBeNull();
  });

  it('and says why it is not, where the same holds for all', () => {
    expect(why('stop', { unitIds: ['b'] })).toBe('stopped');
    expect(why('start', { unitIds: ['a'] })).toBe('running');
    expect(why('stop', { unitIds: ['c'] })).toBe('notDeployed');
    expect(why('stop', { serviceId: 'mail' })).toBe('notOffered');
    expect(why('stop', { serviceId: 'gone' })).toBe('notDeployed');
  });

  it('and where the cloud has no switch for its machines', () => {
    expect(refusalOf('suspend', { ...environment, serviceId: 'mail' }, services, types, false)).toBe('cloudCannot');
    expect(refusalOf('suspend', { ...environment, serviceId: 'mail' }, services, types)).toBeNull();
  });

  it('or that none of them is in a state for it', () => {
    expect(why('stop', { unitIds: ['b', 'd'] })).toBe('none');
  });

  it('and speaks of as many machines as are meant', () => {
    const counts = [{ unitIds: ['a'] }, { serviceId: 'shop' }, {}];
    expect(counts.map((about) => machinesOf({ ...environment, ...about }, services))).toEqual([1, 3, 4]);
  });

  it('for machines, a service, or all that there is', () => {
    expect(targetFor({ ...environment, unitIds: ['a', 'b'] })).toEqual({ unit_ids: ['a', 'b'] });
    expect(targetFor({ ...environment, serviceId: 'shop' })).toEqual({ service_id: 'shop' });
    expect(targetFor(environment)).toEqual({});
  });
});

describe('an operation of packages is offered', () => {
  const sql: Service = { id: 'db', type: 'sql', name: 'db', units: [unit('e', 'started')] };
  const offered = (about: object) =>
    operationsFor({ ...environment, ...about }, [...services, sql], types).map(({ operation: { name }, refusal }) => [
      name,
      refusal,
    ]);

  it('once for machines of several services', () => {
    expect(offered({ unitIds: ['a', 'e'] })).toEqual([
      ['logs.clear', null],
      ['backup.database', null],
    ]);
  });

  it('for a service, and for none whose package offers nothing', () => {
    expect(offered({ serviceId: 'db' })).toEqual([
      ['backup.database', null],
      ['logs.clear', null],
    ]);
    expect(offered({ serviceId: 'mail' })).toEqual([]);
  });

  it('and says why not, where no machine is there yet', () => {
    expect(offered({ unitIds: ['c'] })).toEqual([['logs.clear', 'notDeployed']]);
  });

  it('and says why not, where all of them are suspended', () => {
    const night: Service = { ...sql, units: [unit('n', 'suspended')] };
    const why = operationsFor({ ...environment, serviceId: 'db' }, [night], types).map(({ refusal }) => refusal);
    expect(why).toEqual(['suspended', 'suspended']);
  });
});
