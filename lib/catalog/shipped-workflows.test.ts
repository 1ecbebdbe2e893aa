import { describe, expect, it } from 'vitest';
import { inspectTemplate } from '@/lib/formats/hot/parse';
import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import { packagesFor } from './testing/load-catalog';
import { activeDirectory, controller, environment, type Recording, webServer } from './testing/recording-effects';
import { shippedPackages } from './testing/shipped-packages';

/** The shipped packages, run by the real language on recorded effects. Rough edges are those of docs/acceptance.md. */

const { catalog, deploy } = shippedPackages();

const service = (model: EnvironmentModel, type: string) => {
  const found = model.services.find((candidate) => candidate.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
};
const unitsOf = (model: EnvironmentModel, type: string): Unit[] => service(model, type).units;
const web = (model: EnvironmentModel) => unitsOf(model, 'webServer')[0] as Unit;
const textsOf = (reports: string[], level: string) =>
  reports.filter((report) => report.startsWith(level)).map((report) => report.slice(report.indexOf(': ') + 2));
const argumentsOf = ({ plans }: Pick<Recording, 'plans'>, host: string, name: string) =>
  plans.find((plan) => plan.host === host && plan.name === name)?.plan.Commands.at(-1)?.Arguments;

const change = (model: EnvironmentModel, edit: (copy: EnvironmentModel) => void): EnvironmentModel => {
  const copy = structuredClone(model);
  edit(copy);
  return copy;
};

describe('an Active Directory', () => {
  it('of three units is set up in six rounds: machines, primary, name server, joins, further controllers, whom to ask', async () => {
    const { rounds, model, outcome, errors, warnings } = await deploy(environment(activeDirectory(3)));
    expect(rounds).toEqual([
      ['stack dc1 dc2 dc3'],
      ['dc1 SetPassword', 'dc1 CreatePrimaryDC'],
      ['dc1 AskDnsIp'],
      ['dc2 JoinDomain', 'dc3 JoinDomain'],
      ['dc2 CreateSecondaryDC', 'dc3 CreateSecondaryDC'],
      ['dc1 AskEachOther'],
    ]);
    expect({ outcome, errors, warnings }).toEqual({ outcome: 'finished', errors: 0, warnings: 0 });
    expect(service(model, 'activeDirectory').state).toEqual({
      domainAdminPassword: 'Adm1n!stern',
      primaryDc: 'acme.local_instance_0',
      primaryDcIp: '10.0.0.11',
      domainAdminUser: 'Administrator',
      nameServers: ['10.0.0.11', '10.0.0.12', '10.0.0.13'],
      controllers: ['dc1', 'dc2', 'dc3'],
      remoteDesktop: 'named networks',
    });
    for (const unit of unitsOf(model, 'activeDirectory')) {
      expect(unit.state).toMatchObject({ installed: true, domain: 'acme.local', domainIp: '10.0.0.11' });
      expect(unit.address).toBe(unit.state?.address);
      expect(unit).not.toHaveProperty('temp');
    }
  });

  it('trap 3: of one unit reports that its domain was created', async () => {
    const { rounds, reports } = await deploy(environment(activeDirectory(1)));
    expect(rounds.flat()).toEqual(['stack dc1', 'dc1 SetPassword', 'dc1 CreatePrimaryDC', 'dc1 AskDnsIp']);
    expect(textsOf(reports, 'info')).toEqual([
      'Creating the machine dc1',
      'dc1 is the primary controller of acme.local',
      'Domain acme.local created',
    ]);
  });

  it('rough edge 25: passes passwords on exactly, whatever signs they hold', async () => {
    const recoveryPassword = 'Secr3t#{x}';
    const adminPassword = ['$adminPassword#1 "\'`', '{q}'].join('$');
    const service = activeDirectory(2, { adminPassword });
    const units = service.units.map((unit) => ({ ...unit, recoveryPassword }));
    const run = await deploy(environment({ ...service, units }));
    expect(argumentsOf(run, 'dc1', 'CreatePrimaryDC')?.SafeModePassword).toBe(recoveryPassword);
    expect(argumentsOf(run, 'dc2', 'CreateSecondaryDC')).toEqual({
      DomainName: 'acme.local',
      UserName: 'Administrator',
      Password: adminPassword,
      SafeModePassword: recoveryPassword,
    });
    expect(argumentsOf(run, 'dc1', 'SetPassword')?.Password).toBe(adminPassword);
  });

  it('asks nothing and reports nothing when it is deployed again unchanged', async () => {
    const first = await deploy(environment(activeDirectory(2)));
    const second = await deploy(first.model);
    expect(second.rounds).toEqual([]);
    expect(second.reports).toEqual([]);
    expect(second.model).toEqual(first.model);
  });

  it('whose promotion failed is completed by the next deployment without setting the password again', async () => {
    const message = 'The NetBIOS name ACME is already in use.';
    const failed = await deploy(environment(activeDirectory(2)), {
      plans: { 'dc1 CreatePrimaryDC': { fails: message } },
    });
    expect(failed.rounds).toEqual([['stack dc1 dc2'], ['dc1 SetPassword', 'dc1 CreatePrimaryDC']]);
    expect(textsOf(failed.reports, 'error')).toEqual([
      `dc1 could not become the primary controller of acme.local: ${message}`,
    ]);
    expect(failed.reports.find((report) => report.startsWith('error'))).toContain(
      unitsOf(failed.model, 'activeDirectory')[0]?.id,
    );

    const repaired = await deploy(failed.model);
    expect(repaired.rounds).toEqual([
      ['dc1 CreatePrimaryDC'],
      ['dc1 AskDnsIp'],
      ['dc2 JoinDomain'],
      ['dc2 CreateSecondaryDC'],
      ['dc1 AskEachOther'],
    ]);
  });

  it('whose password could not be set tells one error, though the promotion fails for it', async () => {
    const { reports, errors } = await deploy(environment(activeDirectory(1)), {
      plans: {
        'dc1 SetPassword': { fails: 'The password does not meet the policy.' },
        'dc1 CreatePrimaryDC': { fails: 'The Administrator password is blank.' },
      },
    });
    expect(errors).toBe(1);
    expect(textsOf(reports, 'error')).toEqual([
      'The administrator password of dc1 could not be set: The password does not meet the policy.',
    ]);
  });

  it('rough edge 35: gets one more controller later, which the first then asks for names, without a word of the others', async () => {
    const { model } = await deploy(environment(activeDirectory(2)));
    const grown = change(model, (copy) => copy.services[0]?.units.push(controller(2)));
    const { rounds, reports } = await deploy(grown);
    expect(rounds).toEqual([
      ['stack dc1 dc2 dc3'],
      ['dc3 JoinDomain'],
      ['dc3 CreateSecondaryDC'],
      ['dc1 AskEachOther'],
    ]);
    expect(textsOf(reports, 'info')).toEqual([
      'Creating the machine dc3',
      'dc3 joined the domain acme.local',
      'dc3 is a controller of acme.local',
    ]);
  });

  it('loses a controller: its machine goes, the directory forgets it, and its number is not given again', async () => {
    const { model } = await deploy(environment(activeDirectory(3)));
    const shrunk = await deploy(change(model, (copy) => copy.services[0]?.units.splice(1, 1)));
    // dc3 gets another address when these effects make the stack again
    expect(shrunk.rounds).toEqual([
      ['stack dc1 dc3', 'dc1 AskEachOther', 'dc1 ForgetControllers'],
      ['dc1 AskEachOther'],
    ]);
    expect(argumentsOf(shrunk, 'dc1', 'ForgetControllers')).toEqual({
      DomainName: 'acme.local',
      Controllers: ['dc1', 'dc3'],
    });
    const grown = await deploy(change(shrunk.model, (copy) => copy.services[0]?.units.push(controller(3))));
    expect(grown.rounds[0]).toEqual(['stack dc1 dc3 dc4']);
  });

  it('sets a changed password once, on the primary controller', async () => {
    const { model } = await deploy(environment(activeDirectory(2)));
    const changed = await deploy(
      change(model, (copy) => Object.assign(copy.services[0] ?? {}, { adminPassword: 'N3w!passwort' })),
    );
    expect(changed.rounds).toEqual([['dc1 SetPassword']]);
    expect(service(changed.model, 'activeDirectory').state?.domainAdminPassword).toBe('N3w!passwort');
  });

  it('keeps a new controller waiting until a changed password is in force', async () => {
    const { model } = await deploy(environment(activeDirectory(1)));
    const changed = change(model, (copy) => {
      Object.assign(copy.services[0] ?? {}, { adminPassword: 'N3w!passwort' });
      copy.services[0]?.units.push(controller(1));
    });
    const run = await deploy(changed);
    expect(run.rounds.slice(0, 2)).toEqual([['stack dc1 dc2', 'dc1 SetPassword'], ['dc2 JoinDomain']]);
    expect(argumentsOf(run, 'dc2', 'JoinDomain')?.Password).toBe('N3w!passwort');
  });

  it('gives every machine its agent queue, and the image, size and groups asked for', async () => {
    const { stacks } = await deploy(environment(activeDirectory(1)));
    const { template, problems } = inspectTemplate(stacks[0]?.template ?? {});
    expect(problems).toEqual([]);
    expect(template?.resources.dc1?.properties).toMatchObject({
      name: 'dc1',
      image: 'ws-2022-std',
      flavor: 'm1.medium',
      metadata: { agent_queue: `e${'e'.repeat(31)}1-${'a'.repeat(31)}1-${'b'.repeat(31)}4` },
    });
    expect(template?.resources['dc1-port']?.properties.security_groups).toEqual([
      { get_resource: 'domain-controller-access' },
      { get_resource: 'windows-access' },
    ]);
  });
});

describe('a Web Server', () => {
  it('rough edge 16: whose unit has no name, should that get so far, is set up once and called by its host', async () => {
    const nameless = change(environment(webServer()), (copy) => {
      for (const unit of copy.services[0]?.units ?? []) Reflect.deleteProperty(unit, 'name');
    });
    const { rounds, errors } = await deploy(nameless);
    expect(rounds).toEqual([['stack web1'], ['web1 SetPassword', 'web1 InstallIIS']]);
    expect(errors).toBe(0);
  });

  it('without a domain gets its password and IIS at once, and an address to open', async () => {
    const { rounds, model, errors } = await deploy(environment(webServer()));
    expect(rounds).toEqual([['stack web1'], ['web1 SetPassword', 'web1 InstallIIS']]);
    expect(errors).toBe(0);
    expect(service(model, 'webServer').uri).toBe('http://10.0.0.11');
    expect(web(model).state).toMatchObject({ iisInstalled: true, adminPassword: 'W3b!passwort' });
  });

  it('in the domain of an Active Directory joins once the name server is known, and is installed after that', async () => {
    const { rounds, model } = await deploy(environment(webServer({ domain: 'acme.local' }), activeDirectory(2)));
    expect(rounds).toEqual([
      ['stack web1 dc1 dc2'],
      ['web1 SetPassword', 'dc1 SetPassword', 'dc1 CreatePrimaryDC'],
      ['dc1 AskDnsIp'],
      ['web1 JoinDomain', 'dc2 JoinDomain'],
      ['dc2 CreateSecondaryDC', 'web1 InstallIIS'],
      ['dc1 AskEachOther'],
    ]);
    expect(service(model, 'webServer').domain).toBe('acme.local');
    expect(web(model).state).toMatchObject({ domain: 'acme.local', domainIp: '10.0.0.11', iisInstalled: true });
  });

  it('joins the domain with the account Administrator and asks its name server', async () => {
    const run = await deploy(environment(activeDirectory(1), webServer({ domain: 'acme.local' })));
    const commands = run.plans.find(({ name }) => name === 'JoinDomain')?.plan.Commands;
    expect(commands?.map(({ Name, Arguments }) => [Name, Arguments])).toEqual([
      ['Set-NetworkAdapterConfiguration', { FirstAvailable: true, DNSServer: ['10.0.0.11'] }],
      [
        'Join-Domain',
        { DomainName: 'acme.local', UserName: 'Administrator', Password: 'Adm1n!stern', OUPath: '', OwnAccount: '' },
      ],
    ]);
  });

  it('whose domain nobody provides fails with the domain named, should it get that far', async () => {
    const { rounds, reports } = await deploy(environment(webServer({ domain: 'nobody.local' })));
    expect(rounds.flat()).not.toContain('web1 InstallIIS');
    expect(textsOf(reports, 'error')).toEqual([
      'web1 was not joined: no service in this environment provides the domain nobody.local',
    ]);
  });

  it('takes a domain for a text, whatever is written in it', async () => {
    const domain = "x' or 1==1 or 'x";
    const { rounds, reports } = await deploy(environment(activeDirectory(1), webServer({ domain })));
    expect(rounds.flat()).not.toContain('web1 JoinDomain');
    expect(textsOf(reports, 'error')).toEqual([
      `web1 was not joined: no service in this environment provides the domain ${domain}`,
    ]);
  });

  it('waits, and says so, when its domain could not be set up; the next deployment finishes both', async () => {
    const model = environment(activeDirectory(1), webServer({ domain: 'acme.local' }));
    const failed = await deploy(model, { plans: { 'dc1 CreatePrimaryDC': { fails: 'no' } } });
    expect(textsOf(failed.reports, 'warning')).toEqual([
      'web1 waits: the domain acme.local is not ready. Deploy again once that is repaired',
    ]);
    expect(failed.errors).toBe(1);
    const repaired = await deploy(failed.model);
    expect(repaired.rounds).toEqual([
      ['dc1 CreatePrimaryDC'],
      ['dc1 AskDnsIp'],
      ['web1 JoinDomain'],
      ['web1 InstallIIS'],
    ]);
  });

  it('rough edge 9: whose second command failed is not taken for joined, and joins next time', async () => {
    const model = environment(activeDirectory(1), webServer({ domain: 'acme.local' }));
    const failed = await deploy(model, {
      plans: { 'web1 JoinDomain': { fails: 'The user name or password is incorrect.' } },
    });
    expect(web(failed.model).state).not.toHaveProperty('domain');
    expect(textsOf(failed.reports, 'error')).toEqual([
      'web1 could not join the domain acme.local: The user name or password is incorrect.',
    ]);
    expect((await deploy(failed.model)).rounds).toEqual([['web1 JoinDomain'], ['web1 InstallIIS']]);
  });

  it('that never answers fails alone; the others go on and the deployment ends', async () => {
    const model = environment(webServer(), webServer({ name: 'shop', unitNamingPattern: 'shop#' }, 2));
    const { rounds, reports, outcome } = await deploy(model, { plans: { 'web1 InstallIIS': { silent: true } } });
    expect(rounds.flat()).toContain('shop1 InstallIIS');
    expect(outcome).toBe('finished');
    expect(textsOf(reports, 'error')).toEqual([
      'The web server could not be installed on web1: No answer from web1 in 30 minutes.',
    ]);
  });

  it('whose password could not be set is told as a warning, and only that is done again', async () => {
    const failed = await deploy(environment(webServer()), { plans: { 'web1 SetPassword': { fails: 'refused' } } });
    expect(textsOf(failed.reports, 'warning')).toEqual([
      'The administrator password of web1 could not be set: refused',
    ]);
    expect(failed.errors).toBe(0);
    expect((await deploy(failed.model)).rounds).toEqual([['web1 SetPassword']]);
  });

  it('whose domain is cleared leaves it, with the help of the domain, and both states agree', async () => {
    const { model } = await deploy(environment(activeDirectory(1), webServer({ domain: 'acme.local' })));
    const run = await deploy(change(model, (copy) => Object.assign(service(copy, 'webServer'), { domain: '' })));
    expect(run.rounds).toEqual([['web1 LeaveDomain']]);
    expect(argumentsOf(run, 'web1', 'LeaveDomain')).toEqual({
      DomainName: 'acme.local',
      UserName: 'Administrator',
      Password: 'Adm1n!stern',
      OwnAccount: 'by name',
    });
    expect(web(run.model).state).toMatchObject({ domain: null, domainIp: null, iisInstalled: true });
    expect((await deploy(run.model)).rounds).toEqual([]);
  });

  it('leaves a domain that goes away at the same time', async () => {
    const { model } = await deploy(environment(activeDirectory(1), webServer({ domain: 'acme.local' })));
    const run = await deploy(
      change(model, (copy) => {
        copy.services = copy.services.filter(({ type }) => type === 'webServer');
        Object.assign(service(copy, 'webServer'), { domain: null });
      }),
    );
    expect(run.rounds.flat()).toEqual(['stack web1', 'web1 LeaveDomain']);
    expect(argumentsOf(run, 'web1', 'LeaveDomain')?.Password).toBe('');
  });

  it('that changes its domain leaves the old one before it joins the new one', async () => {
    const other = activeDirectory(1, { name: 'other.local', domain: 'other.local', unitNamingPattern: 'odc#' }, 2);
    const { model } = await deploy(environment(activeDirectory(1), other, webServer({ domain: 'acme.local' })));
    const run = await deploy(
      change(model, (copy) => Object.assign(service(copy, 'webServer'), { domain: 'other.local' })),
    );
    expect(run.rounds).toEqual([['web1 LeaveDomain'], ['web1 JoinDomain']]);
    expect(web(run.model).state?.domain).toBe('other.local');
  });

  it('on another image is set up again from nothing, and its size changes in place', async () => {
    const { model } = await deploy(environment(webServer()));
    const bigger = await deploy(
      change(model, (copy) => Object.assign(service(copy, 'webServer'), { flavor: 'm1.large' })),
    );
    expect(bigger.rounds).toEqual([['stack web1']]);
    const rebuilt = await deploy(
      change(bigger.model, (copy) => Object.assign(service(copy, 'webServer'), { osImage: { name: 'ws-2019-std' } })),
    );
    expect(rebuilt.rounds).toEqual([['stack web1'], ['web1 SetPassword', 'web1 InstallIIS']]);
    expect(textsOf(rebuilt.reports, 'warning')[0]).toContain('again from nothing');
  });
});

describe('what is true of machines in a domain', () => {
  const ACCOUNT = 'S-1-5-21-1-2-3-1105';
  const OTHER = 'S-1-5-21-1-2-3-1106';
  const joins = { 'web1 JoinDomain': { returns: [ACCOUNT] }, 'shop1 JoinDomain': { returns: [OTHER] } };

  it('they ask all of its controllers for names, the first one first', async () => {
    const run = await deploy(environment(activeDirectory(2), webServer({ domain: 'acme.local' })));
    const { plan } = run.plans.find(({ host, name }) => host === 'web1' && name === 'JoinDomain') ?? {};
    expect(plan?.Commands[0]?.Arguments.DNSServer).toEqual(['10.0.0.11', '10.0.0.12']);
    expect(argumentsOf(run, 'dc1', 'AskEachOther')).toEqual({
      FirstAvailable: true,
      DNSServer: ['10.0.0.12'],
      ItselfLast: true,
    });
    const grown = await deploy(change(run.model, (copy) => copy.services[0]?.units.push(controller(2))));
    expect(argumentsOf(grown, 'web1', 'SetNameServers')?.DNSServer).toEqual(['10.0.0.11', '10.0.0.12', '10.0.0.13']);
  });

  it('one that is deleted loses its account there, by the hand of another one', async () => {
    const model = environment(
      activeDirectory(1),
      webServer({ domain: 'acme.local' }),
      webServer({ name: 'shop', domain: 'acme.local', unitNamingPattern: 'shop#' }, 2),
    );
    const first = await deploy(model, { plans: joins });
    expect(service(first.model, 'activeDirectory').state?.members).toEqual([ACCOUNT, OTHER]);
    const run = await deploy(change(first.model, (copy) => copy.services.splice(1, 1)));
    expect(run.rounds.flat()).toEqual(['stack dc1 shop1', 'dc1 RemoveComputers']);
    expect(argumentsOf(run, 'dc1', 'RemoveComputers')).toEqual({
      DomainName: 'acme.local',
      UserName: 'Administrator',
      Password: 'Adm1n!stern',
      Accounts: [ACCOUNT, OTHER],
      Kept: [OTHER],
    });
    expect(service(run.model, 'activeDirectory').state?.members).toEqual([OTHER]);
    expect((await deploy(run.model)).rounds).toEqual([]);
  });

  it('an account that could not be removed is told, and tried again by the next deployment', async () => {
    const model = environment(activeDirectory(1), webServer({ domain: 'acme.local' }));
    const first = await deploy(model, { plans: joins });
    const run = await deploy(
      change(first.model, (copy) => copy.services.splice(1, 1)),
      { plans: { 'dc1 RemoveComputers': { fails: 'Access is denied.' } } },
    );
    expect(textsOf(run.reports, 'warning')).toEqual([
      'Accounts of machines that are gone could not be removed from acme.local: Access is denied.',
    ]);
    expect((await deploy(run.model)).rounds).toEqual([['dc1 RemoveComputers']]);
  });

  it('one that is set up again joins with the account that is its own', async () => {
    const first = await deploy(environment(activeDirectory(1), webServer({ domain: 'acme.local' })), { plans: joins });
    const image = { name: 'ws-2019-std' };
    const rebuilt = change(first.model, (copy) => Object.assign(service(copy, 'webServer'), { osImage: image }));
    const run = await deploy(rebuilt, { plans: { 'web1 JoinDomain': { returns: [OTHER] } } });
    expect(argumentsOf(run, 'web1', 'JoinDomain')?.OwnAccount).toBe(ACCOUNT);
    expect(run.rounds.flat()).not.toContain('dc1 RemoveComputers');
    expect(service(run.model, 'activeDirectory').state?.members).toEqual([OTHER]);
  });

  it('one that was a member before accounts were noted is known by its name', async () => {
    const first = await deploy(environment(activeDirectory(1), webServer({ domain: 'acme.local' })));
    const older = change(first.model, (copy) => {
      for (const unit of unitsOf(copy, 'webServer')) Reflect.deleteProperty(unit.state ?? {}, 'account');
      Object.assign(service(copy, 'webServer'), { osImage: { name: 'ws-2019-std' } });
    });
    expect(argumentsOf(await deploy(older), 'web1', 'JoinDomain')?.OwnAccount).toBe('by name');
  });
});

describe('a restart that Windows waits for', () => {
  const pending = 'On web1 a restart is pending; Windows has to start once more first.';

  it('is made once, and what failed for it is tried again', async () => {
    const script = { plans: { 'web1 InstallIIS': { fails: pending, times: 1 } } };
    const { rounds, reports, errors } = await deploy(environment(webServer()), script);
    expect(rounds).toEqual([
      ['stack web1'],
      ['web1 SetPassword', 'web1 InstallIIS'],
      ['web1 Restart'],
      ['web1 InstallIIS'],
    ]);
    expect(errors).toBe(0);
    expect(textsOf(reports, 'info')).toContain('web1 starts once more, as Windows asks for it');
  });

  it('and that comes back is told instead of being made for ever', async () => {
    const { rounds, reports } = await deploy(environment(webServer()), {
      plans: { 'web1 InstallIIS': { fails: pending } },
    });
    expect(rounds.flat().filter((step) => step === 'web1 Restart')).toHaveLength(1);
    expect(textsOf(reports, 'error')).toEqual([`The web server could not be installed on web1: ${pending}`]);
  });

  it.each([
    ['CreatePrimaryDC', 'dc1'],
    ['CreateSecondaryDC', 'dc2'],
    ['JoinDomain', 'dc2'],
  ])('is made for %s, too', async (plan, host) => {
    const { rounds, errors } = await deploy(environment(activeDirectory(2)), {
      plans: { [`${host} ${plan}`]: { fails: pending, times: 1 } },
    });
    const steps = rounds.flat();
    expect(steps.filter((step) => step === `${host} ${plan}`)).toHaveLength(2);
    expect(steps.indexOf(`${host} Restart`)).toBeGreaterThan(steps.indexOf(`${host} ${plan}`));
    expect(errors).toBe(0);
  });
});

describe('Remote Desktop', () => {
  const rulesOf = ({ stacks }: Recording) => {
    const { template } = inspectTemplate(stacks.at(-1)?.template ?? {});
    const groups = Object.values(template?.resources ?? {}).filter(({ type }) => type === 'OS::Neutron::SecurityGroup');
    const rules = groups.flatMap(({ properties }) => properties.rules as { [key: string]: unknown }[]);
    return rules.filter(({ port_range_min: port }) => port === 3389).map(({ remote_ip_prefix: from }) => from);
  };

  it('is open to nobody outside of the environment where no network is named, and to those that are', async () => {
    expect(rulesOf(await deploy(environment(webServer())))).toEqual([]);
    const networks = ['10.20.0.0/16', '192.0.2.0/24'];
    const run = await deploy(environment(webServer({ remoteDesktopFrom: networks }), activeDirectory(1)));
    expect(rulesOf(run)).toEqual(networks);
    const { template } = inspectTemplate(run.stacks.at(-1)?.template ?? {});
    const group = { get_resource: `remote-desktop-${webServer().id}` };
    expect(template?.resources['web1-port']?.properties.security_groups).toContainEqual(group);
    expect(template?.resources['dc1-port']?.properties.security_groups).not.toContainEqual(group);
  });

  it('of machines that are there takes other networks at once, and none', async () => {
    const { model } = await deploy(environment(webServer({ remoteDesktopFrom: ['10.20.0.0/16'] })));
    const others = change(model, (copy) =>
      Object.assign(service(copy, 'webServer'), { remoteDesktopFrom: ['10.30.0.0/16'] }),
    );
    const run = await deploy(others);
    expect([run.rounds, rulesOf(run)]).toEqual([[['stack web1']], ['10.30.0.0/16']]);
    const none = await deploy(
      change(run.model, (copy) => Object.assign(service(copy, 'webServer'), { remoteDesktopFrom: [] })),
    );
    expect([none.rounds, rulesOf(none)]).toEqual([[['stack web1']], []]);
  });

  it('of a service that was deployed when it was open to everybody stays so until somebody names networks, or none', async () => {
    const { model } = await deploy(environment(webServer()));
    const older = change(model, (copy) => {
      Reflect.deleteProperty(service(copy, 'webServer').state ?? {}, 'remoteDesktop');
    });
    const run = await deploy(older);
    expect(rulesOf(run)).toEqual(['0.0.0.0/0']);
    const closed = change(run.model, (copy) => Object.assign(service(copy, 'webServer'), { remoteDesktopFrom: [] }));
    expect(rulesOf(await deploy(closed))).toEqual([]);
  });
});

describe('the stack', () => {
  it("that fails is one error with the cloud's reason, however many machines there are; the next deployment makes it", async () => {
    const reason = 'Resource CREATE failed: Forbidden: resources.dc2: Quota exceeded for cores';
    const failed = await deploy(environment(activeDirectory(3), webServer()), { stackFails: reason });
    expect(failed.rounds).toEqual([['stack dc1 dc2 dc3 web1']]);
    expect(textsOf(failed.reports, 'error')).toEqual([`The machines could not be set up: ${reason}`]);
    expect(failed.reports.filter((report) => report.startsWith('error environment'))).toHaveLength(1);
    const repaired = await deploy(failed.model);
    expect(repaired.rounds[0]).toEqual(['stack dc1 dc2 dc3 web1']);
    expect(repaired.errors).toBe(0);
  });

  it('loses only the machines of a removed service; the rest removed, it goes, and again after services came back', async () => {
    const both = await deploy(environment(activeDirectory(1), webServer()));
    const one = await deploy(change(both.model, (copy) => copy.services.splice(1, 1)));
    expect(one.rounds).toEqual([['stack dc1']]);
    const none = await deploy(change(one.model, (copy) => copy.services.splice(0, 1)));
    expect(none.rounds).toEqual([['delete']]);
    expect((await deploy(none.model)).rounds).toEqual([]);
    const back = await deploy({ ...none.model, services: [webServer({}, 3)] });
    expect(back.rounds[0]).toEqual(['stack web1']);
    const gone = await deploy({ ...back.model, services: [] });
    expect(gone.rounds).toEqual([['delete']]);
  });

  it('of a first deployment that failed is deleted, too, when its services are removed', async () => {
    const failed = await deploy(environment(webServer()), { stackFails: 'no' });
    expect((await deploy({ ...failed.model, services: [] })).rounds).toEqual([['delete']]);
  });

  it("that could not be deleted ends the deployment with the cloud's words, and is tried again", async () => {
    const { model } = await deploy(environment(webServer()));
    await expect(deploy({ ...model, services: [] }, { deleteFails: 'port in use' })).rejects.toThrow('port in use');
    expect((await deploy({ ...model, services: [] })).rounds).toEqual([['delete']]);
  });

  it('is not touched for an environment without services', async () => {
    expect((await deploy(environment())).rounds).toEqual([]);
  });
});

describe('every wait', () => {
  it('of the shipped workflows is bounded, whatever the service', async () => {
    const types = await catalog().serviceTypes('tenant');
    const services = types.map(({ type }, number) => ({ ...webServer({}, number), type }));
    const { workflows } = await packagesFor(catalog(), environment(...services));
    const commands = workflows.flatMap(({ xml }) => xml.match(/<send-command[^>]*>/g) ?? []);
    expect(commands.length).toBeGreaterThan(20);
    for (const command of commands) expect(command).toMatch(/timeout="\d+"/);
  });
});
