import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { memory } from '@/lib/model/memory';
import { type Offer, type Property, PropertySchema } from '@/lib/model/service-type';
import messages from '@/messages/en';
import { choicesOf as choicesIn } from './property-choices';
import type { PropertyFieldContext } from './property-field-context';

const t = createTranslator({ locale: 'en', messages, namespace: 'forms' });
const choicesOf = (property: Property, value: Json, context: PropertyFieldContext) =>
  choicesIn(property, value, context, t);
const property = (kind: Property['kind'], required = false): Property =>
  PropertySchema.parse({
    name: 'p',
    kind,
    label: 'P',
    required,
    ...(kind === 'membershipRef' ? { needs: 'domain' } : {}),
  });

const offer: Offer = {
  cloud: 'test',
  simulated: true,
  flavors: [{ name: 'm1.medium', vcpus: 2, memoryMb: 4096, diskGb: 40 }],
  images: [
    { id: '1', name: 'ws-2022', title: 'Windows Server 2022', type: 'ws', marked: true },
    { id: '2', name: 'linux', title: '', type: '', marked: false },
  ],
  availabilityZones: ['east'],
  keyPairs: [],
  quota: { machines: { used: 0, limit: 1 }, vcpus: { used: 0, limit: 1 }, memoryMb: { used: 0, limit: 1 } },
};
const contextWith = (more: Partial<PropertyFieldContext> = {}): PropertyFieldContext => ({
  offer,
  offers: [
    { capability: 'domain', name: 'acme.local', serviceName: 'Directory', type: 'Active Directory' },
    { capability: 'sqlServer', name: 'sql', serviceName: 'sql', type: 'MS SQL Server' },
  ],
  secrets: [],
  accounts: [],
  unitCount: 1,
  ...more,
});

describe('what a picked property offers', () => {
  it('says how large each machine size is', () => {
    expect(choicesOf(property('flavor', true), '', contextWith()).options).toEqual([
      { value: 'm1.medium', label: '2 cores, 4 GB', hint: 'm1.medium, 40 GB disk' },
    ]);
    expect(memory(512)).toBe('512 MB');
  });

  it('scenario 45: offers marked Windows images alone, by their title, and gives the whole image as the value', () => {
    const choices = choicesOf(property('image', true), null, contextWith());
    expect(choices.options.map((option) => option.label)).toEqual(['Windows Server 2022']);
    expect(choices.valueOf('ws-2022')).toEqual({ name: 'ws-2022', type: 'ws', title: 'Windows Server 2022' });
  });

  it('offers the domains of this environment, and none where none is needed', () => {
    const choices = choicesOf(property('membershipRef'), '', contextWith());
    expect(choices.options.map((option) => option.label)).toEqual(['Not in a domain', 'acme.local']);
    expect(choices.chosen).toBe(choices.options[0]?.value);
    expect(choices.valueOf(choices.options[0]?.value ?? '')).toBe('');
    expect(choices.valueOf('acme.local')).toBe('acme.local');
  });

  it('offers the services of this environment that have what is needed, and none where none is needed', () => {
    const server = PropertySchema.parse({ name: 'p', kind: 'serviceRef', label: 'P', needs: 'sqlServer' });
    const choices = choicesOf(server, '', contextWith());
    expect(choices.options.map(({ label, hint }) => [label, hint])).toEqual([
      ['None', undefined],
      ['sql', 'MS SQL Server'],
    ]);
    expect(choices.valueOf('sql')).toBe('sql');
    expect(choicesOf({ ...server, needs: 'printer' }, '', contextWith()).hint).toContain('Add one first');
    expect(choicesOf(server, 'gone', contextWith()).options.at(-1)).toMatchObject({
      value: 'gone',
      hint: expect.any(String),
    });
  });

  it('keeps showing a choice that is gone, and says that it is', () => {
    const { options, chosen } = choicesOf(property('flavor', true), 'm9.huge', contextWith());
    expect(chosen).toBe('m9.huge');
    expect(options.at(-1)).toMatchObject({ value: 'm9.huge', hint: 'The cloud no longer offers it' });
  });

  it('of enrolled servers speaks of servers, which one enrols, and not of images', () => {
    const pool = contextWith({ offer: { ...offer, cloud: 'pool', images: [] } });
    expect(choicesOf(property('image', true), null, pool).hint).toContain('to enrol one');
    expect(choicesOf(property('image', true), { name: 'ws-2016' }, pool).options.at(-1)).toMatchObject({
      hint: 'No enrolled server has it any more',
    });
    expect(choicesOf(property('keyPair'), '', pool).hint).toContain('Enrolled servers');
  });

  it('scenario 45: says what to do when there is nothing to choose from: how an image gets marked', () => {
    expect(choicesOf(property('membershipRef'), '', contextWith({ offers: [] })).hint).toContain('Add one first');
    expect(choicesOf(property('image', true), null, contextWith({ offer: { ...offer, images: [] } })).hint).toContain(
      'administrator',
    );
  });
});
