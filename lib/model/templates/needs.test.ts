import { describe, expect, it } from 'vitest';
import { OfferSchema, PropertySchema, ServiceTypeSchema } from '../service-type';
import { offerAfter } from './needs';

const type = ServiceTypeSchema.parse({
  ...{
    type: 'web',
    package: 'x.web',
    version: '1',
    title: 'Web',
    summary: '',
    form: [],
    roles: [],
    unitProperties: [],
  },
  properties: [{ name: 'flavor', kind: 'flavor', label: 'Size' }],
  units: { min: 1, max: 9, default: 1, noun: 'machine' },
});
const askingProperty = PropertySchema.parse({
  ...{ name: 'outside', kind: 'boolean', label: 'Public', publicAddresses: 'machine' },
});
const offer = OfferSchema.parse({
  ...{ cloud: 'embedded', simulated: true, images: [], availabilityZones: [], keyPairs: [] },
  flavors: [{ name: 'm1.small', vcpus: 1, memoryMb: 2048, diskGb: 20 }],
  quota: {
    machines: { used: 3, limit: 20 },
    vcpus: { used: 3, limit: 40 },
    memoryMb: { used: 6144, limit: -1 },
  },
});
const web = (machines: number) => ({
  type: 'web',
  flavor: 'm1.small',
  units: Array.from({ length: machines }, () => ({})),
});

describe('what the cloud offers once a draft is deployed', () => {
  it('has the machines that the draft adds among those that are used, and its limits as they are', () => {
    expect(offerAfter(offer, [web(1)], [web(1), web(2)], [type]).quota).toEqual({
      machines: { used: 5, limit: 20 },
      vcpus: { used: 5, limit: 40 },
      memoryMb: { used: 10240, limit: -1 },
    });
  });

  it('has the public addresses that the draft asks for, where the cloud counts them', () => {
    const asking = { ...type, properties: [...type.properties, askingProperty] };
    const counting = { ...offer, quota: { ...offer.quota, publicAddresses: { used: 2, limit: 5 } } };
    const after = offerAfter(counting, [{ ...web(1), outside: true }], [{ ...web(3), outside: true }], [asking]);
    expect(after.quota.publicAddresses).toEqual({ used: 4, limit: 5 });
    expect(offerAfter(offer, [], [{ ...web(1), outside: true }], [asking]).quota).not.toHaveProperty('publicAddresses');
  });

  it('has those no more that the draft takes away', () => {
    expect(offerAfter(offer, [web(3)], [web(1)], [type]).quota.machines).toEqual({ used: 1, limit: 20 });
  });
});
