import { describe, expect, it } from 'vitest';
import { type Offer, ServiceTypeSchema } from '@/lib/model/service-type';
import { isOver, quotaSharesOf, summarise } from './summary';

const type = ServiceTypeSchema.parse({
  type: 'pages',
  package: 'test.Pages',
  version: '1',
  title: 'Pages',
  summary: '',
  properties: [{ name: 'flavor', kind: 'flavor', label: 'Size', required: true }],
  unitProperties: [],
  units: { min: 1, max: 9, default: 1, noun: 'machine' },
  roles: [],
  form: [{ title: 'Machines', fields: ['unitCount', 'flavor'] }],
});
const service = { flavor: 'small', units: [{}, {}] };
const offerOf = (quota: Offer['quota']): Offer => ({
  cloud: 'pool',
  simulated: false,
  flavors: [{ name: 'small', vcpus: 2, memoryMb: 4096, diskGb: 20 }],
  images: [],
  availabilityZones: [],
  keyPairs: [],
  quota,
});
const share = (used: number, limit: number) => ({ used, limit });
const words = ((key: string) => key) as unknown as Parameters<typeof quotaSharesOf>[3];

describe('what a service takes of a quota', () => {
  it('is never too much where the cloud sets no limit', () => {
    const offer = offerOf({ machines: share(1, 3), vcpus: share(2, -1), memoryMb: share(4096, -1) });
    const shares = quotaSharesOf(service, type, offer, words);
    expect(shares.map(({ used, added, limit }) => [used, added, limit])).toEqual([
      [1, 2, 3],
      [2, 4, null],
      [4, 8, null],
    ]);
    expect(shares.some(isOver)).toBe(false);
  });

  it('is told in gigabytes, and is too much from the first that is not left', () => {
    const offer = offerOf({ machines: share(0, 9), vcpus: share(0, 99), memoryMb: share(7680, 15_800) });
    const [, , memory] = quotaSharesOf(service, type, offer, words);
    expect(memory).toEqual({ label: 'quotaRow.memory', used: 7.5, added: 8, limit: 15.4 });
    expect(memory && isOver(memory)).toBe(true);
  });
});

describe('the machines of a service', () => {
  const machinesOf = (of: typeof type, planned: string[] | null) => {
    const asText = (() => '') as unknown as Parameters<typeof summarise>[3];
    return summarise(
      { ...service, units: of.units.managed ? [] : service.units },
      of,
      undefined,
      asText,
      words,
      planned,
    ).machines;
  };

  it('are those that the form asks for', () => {
    expect(machinesOf(type, null)).toHaveLength(2);
  });

  it('are those that its package makes of the answers, and not known before it was asked', () => {
    const managed = { ...type, units: { ...type.units, managed: true } };
    expect(machinesOf(managed, null)).toBeNull();
    expect(machinesOf(managed, ['a1', 'a2', 'a3'])?.map(({ host }) => host)).toEqual(['a1', 'a2', 'a3']);
    expect(machinesOf(managed, [])).toEqual([]);
  });
});
