import { describe, expect, it } from 'vitest';
import { diffModels } from './diff';
import type { EnvironmentModel } from './environment';
import type { Json } from './json';
import { MASK } from './secret';
import type { Property, ServiceType } from './service-type';
import { PropertySchema } from './service-type';

const property = (given: Partial<Property> & Pick<Property, 'name' | 'kind' | 'label'>) => PropertySchema.parse(given);
const type = {
  type: 'site',
  title: 'Site',
  properties: [
    property({ name: 'name', kind: 'name', label: 'Name' }),
    property({ name: 'password', kind: 'password', label: 'Password' }),
    property({ name: 'osImage', kind: 'image', label: 'Windows version', change: 'replace' }),
    property({ name: 'content', kind: 'textList', label: 'Content' }),
    property({ name: 'domain', kind: 'membershipRef', label: 'Domain' }),
  ],
  unitProperties: [property({ name: 'main', kind: 'boolean', label: 'Main one' })],
  units: { min: 1, max: 9, default: 1, noun: 'web server' },
} as unknown as ServiceType;

const sealed = (letter: string, payload: string) => `vetro:secret:v1:${letter.repeat(22)}:${payload}.`;
const model = (): EnvironmentModel => ({
  id: 'e'.repeat(32),
  name: 'test',
  services: [
    {
      id: 'a'.repeat(32),
      type: 'site',
      name: 'web',
      password: sealed('A', 'one'),
      osImage: { name: 'ws-2019', title: 'Windows 2019' },
      domain: 'acme.local',
      units: [
        { id: '1'.repeat(32), name: 'u1', main: true, state: { hostname: 'web1', machine: 'made' } },
        { id: '2'.repeat(32), name: 'u2', main: false },
      ],
    },
  ],
});
const changed = (edit: (service: EnvironmentModel['services'][number], all: EnvironmentModel) => void) => {
  const copy = model();
  const [service] = copy.services;
  if (service) edit(service, copy);
  return diffModels(model(), copy, [type]);
};
const sentences = (changes: { sentence: string }[]) => changes.map(({ sentence }) => sentence);

describe('what changes between two documents', () => {
  it('names the machines that exist and lose what is on them', () => {
    const hosts = (fields: object) =>
      changed((service) => Object.assign(service, fields)).map((one) => one.hosts ?? []);
    expect(hosts({ osImage: { name: 'ws-2022' } })).toEqual([['web1']]);
    expect(hosts({ units: [] })).toEqual([['web1'], []]);
    expect(hosts({ domain: 'other.local' })).toEqual([[]]);
    const gone = changed((_service, all) => Object.assign(all, { services: [] }));
    expect(gone.map((one) => one.hosts)).toEqual([['web1']]);
  });

  it('is nothing between equal ones, nor by what Vetro writes itself', () => {
    expect(
      changed((service) => {
        service.updated = 'now';
        service.state = { x: 1 };
        service.uri = 'http://10.0.0.1';
        Object.assign(service.units[1] ?? {}, { address: '10.0.0.1', state: { hostname: 'web2' } });
      }),
    ).toEqual([]);
  });

  it('is a service more or less, with what that means for machines', () => {
    const added = diffModels({ ...model(), services: [] }, model(), [type]);
    expect(added).toMatchObject([{ kind: 'serviceAdded', impact: 'create' }]);
    expect(sentences(added)).toEqual(['Add Site "web" with 2 web servers.']);
    const removed = diffModels(model(), { ...model(), services: [] }, [type]);
    expect(removed).toMatchObject([{ kind: 'serviceRemoved', impact: 'remove' }]);
    expect(sentences(removed)).toEqual(['Remove Site "web", its machine web1 and all that is on it.']);
  });

  it('says nothing of machines where a service has none of its own', () => {
    const [service] = model().services;
    const alone = { ...model(), services: service ? [{ ...service, units: [] }] : [] };
    expect(sentences(diffModels({ ...model(), services: [] }, alone, [type]))).toEqual(['Add Site "web".']);
  });

  it('is a unit more or less', () => {
    const changes = changed((service) => {
      service.units.shift();
      service.units.push({ id: '3'.repeat(32), name: 'u3' });
    });
    expect(sentences(changes)).toEqual([
      'web: remove the web server web1 and all that is on it.',
      'web: add one more web server.',
    ]);
  });

  it('is a property, in words and with both values', () => {
    expect(changed((service) => Object.assign(service, { domain: 'other.local' }))).toMatchObject([
      {
        kind: 'propertyChanged',
        property: 'domain',
        before: 'acme.local',
        after: 'other.local',
        sentence: 'web: domain changes from acme.local to other.local.',
      },
    ]);
    expect(sentences(changed((service) => Object.assign(service, { domain: '' })))).toEqual([
      'web: domain is cleared (was acme.local).',
    ]);
    expect(sentences(changed((service) => Object.assign(service.units[1] ?? {}, { main: true })))).toEqual([
      'web, u2: main one changes from no to yes.',
    ]);
  });

  it('tells lists and maps in words', () => {
    const become = (value: Json) => sentences(changed((service) => Object.assign(service, { content: value })));
    expect(become(['orders', 'stock'])).toEqual(['web: content becomes orders and stock.']);
    expect(become({ port: 80, hosts: ['a', 'b'], note: null })).toEqual([
      'web: content becomes port: 80, hosts: (a and b).',
    ]);
    expect(become([{ name: 'a', tls: true }])).toEqual(['web: content becomes (name: a, tls: yes).']);
    expect(become({})).toEqual(['web: content becomes nothing.']);
  });

  it('warns when a property means a machine from nothing', () => {
    const [change] = changed((service) =>
      Object.assign(service, { osImage: { name: 'ws-2022', title: 'Windows 2022' } }),
    );
    expect(change).toMatchObject({ impact: 'replace', before: 'Windows 2019', after: 'Windows 2022' });
    expect(change?.sentence).toBe(
      'web: windows version changes from Windows 2019 to Windows 2022. Set up again from nothing: web1.',
    );
  });

  it('shows no secret and compares them by fingerprint', () => {
    expect(changed((service) => Object.assign(service, { password: sealed('A', 'sealed-anew') }))).toEqual([]);
    const changes = changed((service) => Object.assign(service, { password: sealed('B', 'two') }));
    expect(changes).toMatchObject([{ before: MASK, after: MASK, sentence: 'web: password is changed.' }]);
    expect(JSON.stringify(changes)).not.toContain('vetro:secret');
    expect(changed((service) => Object.assign(service, { password: MASK }))).toEqual([]);
  });

  it('names a service of a type nobody knows by its type', () => {
    expect(sentences(diffModels({ ...model(), services: [] }, model(), []))).toEqual([
      'Add site "web" with 2 machines.',
    ]);
  });
});
