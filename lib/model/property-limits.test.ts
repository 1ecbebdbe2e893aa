import { describe, expect, it } from 'vitest';
import { property } from './property';
import { checkProperty } from './property-rules';
import { completeService, newService } from './service-defaults';
import type { Offer, Property, ServiceType } from './service-type';

const offer: Offer = {
  cloud: 'test',
  simulated: true,
  flavors: [
    { name: 'm1.small', vcpus: 1, memoryMb: 2048, diskGb: 20 },
    { name: 'm1.medium', vcpus: 2, memoryMb: 4096, diskGb: 40 },
    { name: 'm1.large', vcpus: 4, memoryMb: 8192, diskGb: 80 },
  ],
  images: [
    { id: '1', name: 'debian-11', title: 'Debian 11', type: 'linux', marked: true },
    { id: '2', name: 'debian-12', title: 'Debian 12', type: 'linux', marked: true },
  ],
  availabilityZones: ['east', 'west'],
  keyPairs: ['mine'],
  quota: {
    machines: { used: 0, limit: 10 },
    vcpus: { used: 0, limit: 20 },
    memoryMb: { used: 0, limit: 51_200 },
  },
};
const codes = (value: unknown, one: Property) =>
  checkProperty(value, one, one.name, { owner: {}, unitCount: 0, offer, accounts: [] }).map(({ code }) => code);
const typeOf = (...properties: Property[]) =>
  ({
    type: 'shop',
    properties,
    unitProperties: [],
    unitTemplates: [{}],
    units: { default: 0, max: 0 },
  }) as unknown as ServiceType;
const began = (type: ServiceType) =>
  newService(type, { offer, model: { id: 'e', name: 'e', services: [] }, types: [type] });

describe('a machine size with requirements', () => {
  const size = property({
    name: 'size',
    kind: 'flavor',
    label: 'Size',
    required: true,
    requirements: { minVcpus: 2, maxMemoryMb: 4096, minDiskGb: 30 },
  });

  it('is refused when the cloud has it and it does not fit', () => {
    expect(codes('m1.medium', size)).toEqual([]);
    expect(codes('m1.small', size)).toEqual(['not_fitting']);
    expect(codes('m1.large', size)).toEqual(['not_fitting']);
    expect(codes('m9.none', size)).toEqual(['not_offered']);
  });

  it('begins with one that fits', () => {
    const large = { ...size, requirements: { minMemoryMb: 8000 } };
    expect(completeService({}, typeOf(large), offer)).toMatchObject({ size: 'm1.large' });
    expect(began(typeOf(large))).toMatchObject({ size: 'm1.large' });
  });
});

describe('what is picked from the cloud', () => {
  const picked = (kind: Property['kind'], suggest: string, required = true) =>
    typeOf(property({ name: 'one', kind, label: 'One', required, suggest }));

  it.each([
    ['flavor', 'm1.large', 'm1.large'],
    ['availabilityZone', 'west', 'west'],
    ['keyPair', 'mine', 'mine'],
    ['image', 'debian-12', { name: 'debian-12', title: 'Debian 12', type: 'linux' }],
    ['image', 'Debian 12', { name: 'debian-12', title: 'Debian 12', type: 'linux' }],
  ] as const)('of the kind %s begins with what its package says: %s', (kind, suggest, expected) => {
    expect(began(picked(kind, suggest))).toMatchObject({ one: expected });
    expect(completeService({}, picked(kind, suggest), offer)).toMatchObject({ one: expected });
  });

  it('begins as without a word where the cloud has nothing of the sort', () => {
    expect(began(picked('flavor', 'm9.none'))).toMatchObject({ one: 'm1.medium' });
    expect(began(picked('availabilityZone', 'north', false))).toMatchObject({ one: '' });
  });
});

describe('a text of several lines', () => {
  const note = property({ name: 'note', kind: 'string', label: 'Note' });

  it('has line breaks where its package says so, and no other invisible characters', () => {
    expect(codes('one\r\n\ttwo', { ...note, multiline: true })).toEqual([]);
    expect(codes('one\ntwo', note)).toEqual(['controls']);
    expect(codes('bell\u0007', { ...note, multiline: true })).toEqual(['controls']);
  });
});
