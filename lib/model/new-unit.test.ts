import { describe, expect, it } from 'vitest';
import { newUnit } from './service-defaults';
import { ServiceTypeSchema } from './service-type';

const type = ServiceTypeSchema.parse({
  ...{ type: 'cluster', package: 'x.cluster', version: '1', title: 'Cluster', summary: '', form: [], roles: [] },
  properties: [],
  unitProperties: [
    { name: 'isMaster', kind: 'boolean', label: 'Primary', required: true, hidden: true },
    { name: 'isSync', kind: 'boolean', label: 'Always up to date', required: true, default: true },
    { name: 'password', kind: 'password', label: 'Password', required: true },
  ],
  units: { min: 2, max: 5, default: 2, noun: 'server' },
  unitTemplates: [{ isMaster: true, isSync: true }, { isMaster: false }, { isMaster: false, isSync: false }],
});

describe('one more unit', () => {
  it('begins as its type proposes for the next one, so that nobody has to say yes or no to what is usual', () => {
    expect(newUnit(type, 2)).toEqual({ isSync: false });
    expect(newUnit(type, 4)).toEqual({ isSync: false });
  });

  it('begins with defaults where nothing is proposed, and without what only people know', () => {
    expect(newUnit(type, 1)).toEqual({ isSync: true });
  });
});
