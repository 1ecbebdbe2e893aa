import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readServiceForm } from '@/lib/formats/form/service-form';
import { byId } from './by-id';
import type { EnvironmentModel, Service } from './environment';
import { isObject, type JsonObject } from './json';
import { secretPaths } from './property-facts';
import { MASK } from './secret';
import {
  checkEnvironment,
  checkForm,
  checkService,
  completeService,
  Neighbours,
  newService,
  resizeUnits,
  resumeService,
} from './service-rules';
import { type Offer, PropertySchema, type ServiceType } from './service-type';

/** The rules, tried on the service types that ship. */

function shipped(folder: string): ServiceType {
  const file = `catalog/${folder}/UI/service.yaml`;
  const pack = { name: folder, version: '1.0.0', categories: [], tags: [] };
  const { serviceType, problems } = readServiceForm(file, readFileSync(file, 'utf8'), pack);
  if (!serviceType) throw new Error(JSON.stringify(problems));
  return serviceType;
}
const directoryType = shipped('io.vetro.windows.ActiveDirectory');
const webType = shipped('io.vetro.windows.WebServer');
const types = [directoryType, webType];

const offer: Offer = {
  cloud: 'test',
  simulated: true,
  flavors: [
    { name: 'm1.small', vcpus: 1, memoryMb: 2048, diskGb: 40 },
    { name: 'm1.medium', vcpus: 2, memoryMb: 4096, diskGb: 40 },
  ],
  images: [
    { id: '1', name: 'debian', title: 'Debian', type: 'linux', marked: false },
    { id: '2', name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022', marked: true },
  ],
  availabilityZones: ['nova'],
  keyPairs: ['mine'],
  quota: {
    machines: { used: 0, limit: 10 },
    vcpus: { used: 0, limit: 20 },
    memoryMb: { used: 0, limit: 51_200 },
  },
};

const osImage = { name: 'ws-2022-std', type: 'windows.2022', title: 'Windows Server 2022' };
const id = (letter: string) => letter.repeat(32);
const directory = (more: JsonObject = {}): Service =>
  ({
    id: id('a'),
    type: 'activeDirectory',
    name: 'acme.local',
    domain: 'acme.local',
    adminPassword: 'Adm1n!stern',
    flavor: 'm1.medium',
    osImage,
    unitNamingPattern: 'dc#',
    units: [
      { id: id('1'), name: 'a', isMaster: true, recoveryPassword: 'Secr3t#{x}' },
      { id: id('2'), name: 'b', isMaster: false, recoveryPassword: 'Secr3t#{x}' },
    ],
    ...more,
  }) as unknown as Service;
const web = (more: JsonObject = {}): Service =>
  ({
    id: id('b'),
    type: 'webServer',
    name: 'web',
    adminPassword: 'W3b!passwort',
    domain: 'acme.local',
    flavor: 'm1.small',
    osImage,
    unitNamingPattern: 'web#',
    units: [{ id: id('3'), name: 'w' }],
    ...more,
  }) as unknown as Service;
const environment = (...services: Service[]): EnvironmentModel => ({ id: id('e'), name: 'test', services });

const check = (service: Record<string, unknown>, model = environment(), deployed?: EnvironmentModel) =>
  checkService(service, {
    types,
    others: new Neighbours(types, model.services),
    offer,
    ...(deployed ? { deployed: byId(deployed.services) } : {}),
  });
const found = (problems: { path: string; code: string }[]) => problems.map(({ path, code }) => `${path} ${code}`);

describe('a service', () => {
  it('that is right has no problems', () => {
    expect(check(directory())).toEqual([]);
    expect(check(web())).toEqual([]);
  });

  it('tells every bad field at once, each at its path', () => {
    const problems = check({
      ...directory(),
      domain: 'acme',
      adminPassword: 'weak',
      osImage: 'ws-2022-std',
      flavor: 'm9.huge',
      colour: 'green',
      units: [{ isMaster: true, recoveryPassword: 'x', wheels: 4 }],
    });
    expect(found(problems)).toEqual([
      'colour unknown_property',
      'domain domain_one_label',
      'adminPassword password_too_short',
      'adminPassword password_too_simple',
      'flavor not_offered',
      'osImage.name not_image',
      'units.0.wheels unknown_property',
      'units.0.recoveryPassword password_too_short',
      'units.0.recoveryPassword password_too_simple',
    ]);
    for (const { sentence } of problems) expect(sentence).toMatch(/\.$/);
  });

  it.each([
    [undefined, 'Say which type of service this is. Known types: activeDirectory, webServer.'],
    ['mailServer', 'There is no service type "mailServer". Known types: activeDirectory, webServer.'],
  ])('of type %s is refused', (type, sentence) => {
    expect(check({ ...web(), type })).toEqual([{ path: 'type', code: 'unknown_type', sentence }]);
  });

  it('needs no administrator password where each machine gets its own', () => {
    const { adminPassword: _, ...rest } = web() as Record<string, unknown>;
    expect(found(check(rest))).toEqual([]);
  });

  it.each(['name', 'flavor', 'osImage', 'units'])('needs %s', (name) => {
    const { [name]: _left, ...rest } = web() as Record<string, unknown>;
    expect(found(check(rest))).toEqual([`${name} required`]);
  });

  it.each([
    ['osImage', { type: 'windows' }, 'osImage.name not_image'],
    ['osImage', { name: 'debian' }, 'osImage.name not_offered'],
    ['osImage', { name: 'ws-2022-std', size: 1 }, 'osImage.size unknown_property'],
    ['name', '@ct!v3', 'name name_characters'],
    ['name', 'x', 'name too_short'],
    ['name', 7, 'name not_text'],
    ['availabilityZone', 'moon', 'availabilityZone not_offered'],
    ['keyPair', 'yours', 'keyPair not_offered'],
    ['unitNamingPattern', 'a-very-long-name#', 'unitNamingPattern host_name_too_long'],
    ['units', [], 'units too_few_units'],
    ['units', [{}, {}], 'units too_many_units'],
    ['units', ['x'], 'units.0 not_object'],
    ['units', {}, 'units required'],
  ])('with %s %j: %s', (name, value, expected) => {
    expect(found(check({ ...web(), [name]: value }))).toContain(expected);
  });

  it('may say nothing about what is optional', () => {
    expect(check({ ...web(), domain: null, unitNamingPattern: '', availabilityZone: undefined })).toEqual([]);
  });

  it('takes back what Vetro itself wrote', () => {
    const units = [{ id: id('3'), name: 'w', state: { hostname: 'web1' }, address: '10.0.0.1', location: 'west-dc' }];
    expect(check({ ...web(), created: 'x', updated: 'y', uri: 'http://x', status: 'ready', state: {}, units })).toEqual(
      [],
    );
  });

  it('counts sealed and masked secrets as valid', () => {
    const sealed = `vetro:secret:v1:${'A'.repeat(22)}:abc.`;
    expect(check({ ...web(), adminPassword: sealed })).toEqual([]);
    expect(check({ ...web(), adminPassword: MASK })).toEqual([]);
  });

  it.each([
    [[false, false], ['units.0.isMaster none_chosen']],
    [[true, true], ['units.1.isMaster more_than_one']],
    [[false, true], []],
  ])('has exactly one primary controller: %j', (masters, expected) => {
    const units = masters.map((isMaster) => ({ isMaster, recoveryPassword: 'Secr3t#{x}' }));
    expect(found(check({ ...directory(), units }))).toEqual(expected);
  });

  it('needs a # in its machine names as soon as there are two machines', () => {
    expect(found(check({ ...directory(), unitNamingPattern: 'dc' }))).toEqual([
      'unitNamingPattern host_pattern_needs_number',
    ]);
  });

  it('does not give a name that a machine of another service has or will have', () => {
    const clash = check(web({ unitNamingPattern: 'DC#' }), environment(directory()));
    expect(found(clash)).toEqual(['unitNamingPattern host_name_taken']);
    expect(clash[0]?.sentence).toContain('"acme.local" is called dc1');
  });

  it('does not give a machine the short name of a domain', () => {
    expect(
      found(
        check(directory({ unitNamingPattern: 'acme', units: [{ isMaster: true, recoveryPassword: 'Secr3t#{x}' }] })),
      ),
    ).toEqual(['unitNamingPattern host_name_is_domain']);
  });

  it('does not provide a domain that another service provides', () => {
    const rival = check(directory({ id: id('f'), unitNamingPattern: 'x#' }), environment(directory()));
    expect(found(rival)).toEqual(['domain domain_taken']);
  });

  it('never fails to answer, whatever a client sends', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('type', 'units', 'osImage', 'name', 'domain', 'x'), fc.jsonValue()),
        (service) => {
          for (const type of ['webServer', 'activeDirectory']) {
            for (const { path, sentence } of check({ ...service, type })) {
              expect(path).not.toBe('');
              expect(sentence).not.toBe('');
            }
          }
        },
      ),
    );
  });
});

describe('a deployed service', () => {
  const built = (service: Service): Service => ({
    ...service,
    units: service.units.map((unit, index) => ({ ...unit, state: { hostname: `h${index + 1}`, machine: 'made' } })),
  });
  const deployed = environment(built(directory()), built(web()));
  const change = (service: Record<string, unknown>) => found(check(service, environment(), deployed));

  it('may change what can be changed in place', () => {
    expect(change({ ...built(directory()), adminPassword: 'N3w!passwort', flavor: 'm1.small' })).toEqual([]);
  });

  it.each([
    ['domain', 'other.local', 'domain fixed_once_deployed'],
    ['availabilityZone', 'nova', 'availabilityZone fixed_once_deployed'],
  ])('may not change %s', (name, value, expected) => {
    expect(change({ ...built(directory()), [name]: value })).toEqual([expected]);
  });

  it('compares images by name and keeps masked secrets', () => {
    const units = built(directory()).units.map((unit) => ({ ...unit, recoveryPassword: MASK }));
    expect(change({ ...built(directory()), osImage: { name: 'ws-2022-std' }, units })).toEqual([]);
  });

  it('may lose a further controller, but not its primary one', () => {
    const [primary, second] = built(directory()).units;
    expect(change({ ...built(directory()), units: [primary] })).toEqual([]);
    expect(change({ ...built(directory()), units: [{ ...second, isMaster: true }] })).toEqual([
      'units.0.isMaster fixed_once_deployed',
      'units pillar_removed',
    ]);
  });

  it('knows a secret that is sent again in clear, given the fingerprints', () => {
    const sealed = `vetro:secret:v1:${'A'.repeat(22)}:abc.`;
    const unitsWith = (recoveryPassword: string) =>
      built(directory()).units.map((unit) => ({ ...unit, recoveryPassword }));
    const stored = environment({ ...built(directory()), units: unitsWith(sealed) });
    const sent = (password: string) =>
      found(
        checkService(
          { ...built(directory()), units: unitsWith(password) },
          {
            types,
            others: new Neighbours(types),
            offer,
            deployed: byId(stored.services),
            fingerprint: (plain) => (plain === 'Secr3t#{x}' ? 'A' : 'B').repeat(22),
          },
        ),
      );
    expect(sent('Secr3t#{x}')).toEqual([]);
    expect(sent('An0ther#{x}')).toContain('units.0.recoveryPassword fixed_once_deployed');
  });

  it('that was never built may change everything', () => {
    const waiting = environment(directory());
    expect(found(check(directory({ domain: 'other.local' }), environment(), waiting))).toEqual([]);
  });
});

describe('an environment', () => {
  const problems = (model: EnvironmentModel, more: Partial<Parameters<typeof checkEnvironment>[1]> = {}) =>
    checkEnvironment(model, { types, offer, ...more });

  it('that is right may be deployed', () => {
    expect(problems(environment(web(), directory()))).toEqual([]);
  });

  it('names the domain that nobody provides, and says what to add', () => {
    expect(problems(environment(web()))).toEqual([
      {
        path: 'services.0.domain',
        code: 'domain_not_provided',
        sentence:
          'No service in this environment provides the domain acme.local. Add an Active Directory service for it, or clear the domain.',
      },
    ]);
  });

  it('refuses to lose a domain that a machine is still in', () => {
    const [problem] = problems(environment(web()), { deployed: environment(directory(), web()) });
    expect(problem).toMatchObject({ path: 'services.0.domain', code: 'domain_removed' });
    expect(problem?.sentence).toContain('which this change removes');
  });

  it('tells a clash of two services once', () => {
    const second = directory({
      id: id('f'),
      units: [{ id: id('9'), name: 'x', isMaster: true, recoveryPassword: 'Secr3t#{x}' }],
    });
    expect(found(problems(environment(directory(), second)))).toEqual([
      'services.1.domain domain_taken',
      'services.1.unitNamingPattern host_name_taken',
    ]);
  });

  it('refuses an id that is used twice', () => {
    const twin = web({
      unitNamingPattern: 'shop#',
      name: 'shop',
      domain: '',
      units: [{ id: id('3'), name: 'w' }],
      id: id('c'),
    });
    expect(found(problems(environment(directory(), web(), twin)))).toEqual(['services.2.units.0.id id_taken']);
  });

  it('counts only machines that are still to be made against the quota', () => {
    const tight = { ...offer, quota: { ...offer.quota, machines: { used: 9, limit: 10 } } };
    const [problem] = problems(environment(directory()), { offer: tight });
    expect(problem).toMatchObject({ path: 'services', code: 'over_quota' });
    expect(problem?.sentence).toContain('2 more machines, but your quota leaves 1 of 10');
    const built = directory({
      units: directory().units.map((unit) => ({
        ...unit,
        state: { hostname: `h${unit.name}`, machine: 'made' },
      })) as never,
    });
    expect(problems(environment(built), { offer: tight })).toEqual([]);
  });

  it('counts only public addresses that services do not have yet', () => {
    const tight = { ...offer, quota: { ...offer.quota, publicAddresses: { used: 1, limit: 2 } } };
    const asking = (letter: string) => {
      const own = { id: id(letter), name: `web-${letter}`, domain: '', unitNamingPattern: `web${letter}#` };
      return web({ ...own, units: [{ id: id(letter.toUpperCase()), name: 'w' }], assignFloatingIp: true });
    };
    const both = environment(asking('d'), asking('e'));
    expect(found(problems(both, { offer: tight }))).toEqual(['services over_quota']);
    const [problem] = problems(both, { offer: tight });
    expect(problem?.sentence).toContain('2 more public addresses, but your quota leaves 1 of 2');
    const deployed = { ...both, services: both.services.slice(0, 1) };
    expect(problems(both, { offer: tight, deployed })).toEqual([]);
    expect(problems(both, { offer })).toEqual([]);
    const none = { ...offer, quota: { ...offer.quota, publicAddresses: { used: 0, limit: 0 } } };
    expect(found(problems(both, { offer: none, deployed }))).toEqual([
      'services.1.assignFloatingIp no_public_addresses',
    ]);
  });

  it('takes a quota below zero for none', () => {
    const open = { ...offer, quota: { ...offer.quota, vcpus: { used: 5, limit: -1 } } };
    expect(problems(environment(directory()), { offer: open })).toEqual([]);
  });
});

describe('what a client leaves out', () => {
  it('is filled in: size, image, name, roles of units', () => {
    const sent = { type: 'activeDirectory', domain: ' ACME.local', adminPassword: 'x', units: [{}, {}] };
    expect(completeService(sent, directoryType, offer)).toMatchObject({
      domain: 'acme.local',
      name: 'acme.local',
      flavor: 'm1.medium',
      osImage,
      units: [{ isMaster: true }, { isMaster: false }],
    });
  });

  it('loses the blanks that were copied along where a text has a form, and keeps them in a text of its own', () => {
    const property = (given: object) => PropertySchema.parse({ label: 'Of a test', ...given });
    const pattern = { expression: '^v', sentence: 'Begin with v.' };
    const properties = [
      property({ name: 'source', kind: 'repositoryUrl' }),
      property({ name: 'release', kind: 'string', pattern }),
      property({ name: 'motto', kind: 'string' }),
    ];
    const sent = { source: '  https://a.example/shop.git ', release: ' v1', motto: ' so ', units: [] };
    expect(completeService(sent, { ...webType, properties }, offer)).toMatchObject({
      source: 'https://a.example/shop.git',
      release: 'v1',
      motto: ' so ',
    });
    const name = { type: 'webServer', name: ' web ', unitNamingPattern: ' web# ', units: [{}] };
    expect(completeService(name, webType, offer)).toMatchObject({ name: 'web', unitNamingPattern: 'web#' });
  });

  it('does not make a second primary controller', () => {
    const units = completeService({ units: [{}, { isMaster: true }, {}] }, directoryType, offer).units;
    expect(Array.isArray(units) && units.map((unit) => isObject(unit) && unit.isMaster)).toEqual([false, true, false]);
  });

  it('gives a named image its type and title, and leaves what is wrong to the rules', () => {
    expect(completeService({ osImage: { name: 'ws-2022-std' } }, webType, offer).osImage).toEqual(osImage);
    expect(completeService({ osImage: 'ws-2022-std' }, webType, offer).osImage).toEqual(osImage);
    expect(completeService({ osImage: 'beos', domain: 7 }, webType, offer)).toMatchObject({
      osImage: { name: 'beos' },
      domain: 7,
    });
  });

  it('is the same when it is filled in twice', () => {
    const once = completeService({ type: 'webServer', name: 'web', units: [{}] }, webType, offer);
    expect(completeService(once, webType, offer)).toEqual(once);
  });
});

describe('the wizard', () => {
  it('begins with suggestions that clash with nothing', () => {
    const first = newService(directoryType, { offer, model: environment(), types });
    expect(first).toMatchObject({
      unitNamingPattern: 'dc#',
      flavor: 'm1.medium',
      units: [{ isMaster: true }, { isMaster: false }],
    });
    const second = newService(directoryType, { offer, model: environment(directory()), types });
    expect(second.unitNamingPattern).toBe('dc-b#');
    expect(newService(webType, { offer, model: environment(web()), types })).toMatchObject({ name: 'web-2' });
  });

  it('chooses the only domain there is, deployed or drafted, and leaves a choice of two to the person', () => {
    const alone = newService(webType, { offer, model: environment(directory()), types });
    expect(alone.domain).toBe('acme.local');
    const two = environment(directory(), { ...directory(), id: 'b'.repeat(32), name: 'two', domain: 'two.local' });
    expect(newService(webType, { offer, model: two, types }).domain).toBe('');
    expect(newService(webType, { offer, model: environment(), types }).domain).toBe('');
  });

  it('goes on with what was touched, and begins anew with what was not', () => {
    const begun = newService(webType, { offer, model: environment(), types });
    const now = newService(webType, { offer, model: environment(directory(), web()), types });
    const kept = { ...begun, unitNamingPattern: 'front#' };
    expect(resumeService(kept, begun, now)).toMatchObject({
      unitNamingPattern: 'front#',
      domain: 'acme.local',
      name: 'web-2',
    });
    const apart = { ...now, domain: '' };
    expect(resumeService(apart, now, now).domain).toBe('');
  });

  it('finds what the API finds, at the same fields', () => {
    const form = (service: JsonObject) => checkForm(service, webType, { others: new Neighbours(types), offer });
    const bad = { ...web(), adminPassword: 'weak', osImage: { name: 'x' } } as unknown as JsonObject;
    expect(form(bad).map(({ path }) => path)).toEqual(check(bad).map(({ path }) => path));
    expect(form(web() as unknown as JsonObject)).toEqual([]);
  });

  it('objects to a name that follows from another answer at that answer alone', () => {
    const problems = checkForm({ ...directory(), name: '', domain: '' } as unknown as JsonObject, directoryType, {
      others: new Neighbours(types),
      offer,
    });
    expect(problems.map(({ path }) => path)).toEqual(['domain']);
  });

  it('adds units with the answers asked once, and never removes the primary one', () => {
    const units = [{ isMaster: true, recoveryPassword: 'r' }];
    expect(resizeUnits(units, 3, directoryType)).toEqual([
      { isMaster: true, recoveryPassword: 'r' },
      { isMaster: false, recoveryPassword: 'r' },
      { isMaster: false, recoveryPassword: 'r' },
    ]);
    expect(resizeUnits([{ isMaster: true, recoveryPassword: MASK }], 2, directoryType)[1]?.recoveryPassword).toBe('');
    expect(resizeUnits([{ isMaster: false }, { isMaster: true }], 1, directoryType)).toEqual([{ isMaster: true }]);
  });
});

describe('secrets', () => {
  it('are found wherever a type has them', () => {
    expect(secretPaths(directory(), directoryType)).toEqual([
      'adminPassword',
      'units.0.recoveryPassword',
      'units.1.recoveryPassword',
    ]);
    expect(secretPaths(web({ adminPassword: '' }), webType)).toEqual([]);
  });
});
