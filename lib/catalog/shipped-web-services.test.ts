import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { activeDirectory, environment, webServer } from './testing/recording-effects';
import { shippedPackages } from './testing/shipped-packages';

/**
 * Farms and applications, run by the real language on recorded effects; "rough edge" names what Murano v0.2 did
 * instead, by its number in docs/acceptance.md.
 */

const { deploy } = shippedPackages();

const change = (model: EnvironmentModel, edit: (copy: EnvironmentModel) => void): EnvironmentModel => {
  const copy = structuredClone(model);
  edit(copy);
  return copy;
};

/** A farm of `count` machines; ids depend on `number`. */
function farm(count: number, more: Record<string, Json> = {}, number = 1): Service {
  const unit = (index: number) => ({ id: `f${number}${index}`.padEnd(32, '0'), name: `farm_instance_${index}` });
  return {
    ...webServer({ type: 'webServerFarm', name: 'farm', loadBalancerPort: 80, healthCheckPath: '/', ...more }, number),
    units: Array.from({ length: count }, (_, index) => unit(index)),
  };
}
const app = (more: Record<string, Json> = {}): Service =>
  webServer({ type: 'aspNetApp', name: 'shop', repository: 'https://git.example.com/shop.git', ...more });
const appFarm = (count: number, more: Record<string, Json> = {}): Service =>
  farm(count, { type: 'aspNetAppFarm', name: 'shop', repository: 'https://git.example.com/shop.git', ...more });

const textsOf = (reports: string[], level: string) =>
  reports.filter((report) => report.startsWith(level)).map((report) => report.slice(report.indexOf(': ') + 2));
const ofType = (template: JsonObject | undefined, type: string): JsonObject[] =>
  Object.entries(isObject(template?.resources) ? template.resources : {}).flatMap(([name, resource]) =>
    isObject(resource) && resource.type === type && isObject(resource.properties)
      ? [{ name, ...resource.properties }]
      : [],
  );

describe('an ASP.NET application', () => {
  it('whose repository changes is deployed again, and IIS is not reinstalled', async () => {
    const first = await deploy(environment(app()));
    expect(first.rounds).toEqual([['stack web1'], ['web1 SetPassword', 'web1 InstallIIS'], ['web1 DeployWebApp']]);
    const other = 'https://git.example.com/other.git';
    const again = await deploy(
      change(first.model, (copy) => Object.assign(copy.services[0] ?? {}, { repository: other })),
    );
    expect(again.rounds).toEqual([['web1 DeployWebApp']]);
    expect(again.plans[0]?.plan.Commands[0]?.Arguments).toMatchObject({ Url: other });
    expect((await deploy(again.model)).rounds).toEqual([]);
  });

  it('runs when the page that its form names for the health check says so, or its first page where none is named', async () => {
    const named = await deploy(environment(appFarm(2, { healthCheckPath: '/health' })));
    expect(named.plans.find(({ name }) => name === 'DeployWebApp')?.plan.Commands[0]?.Arguments.HealthPath).toBe(
      '/health',
    );
    const alone = await deploy(environment(app()));
    expect(alone.plans.find(({ name }) => name === 'DeployWebApp')?.plan.Commands[0]?.Arguments.HealthPath).toBe('');
  });

  it('in a new domain joins first, then IIS, then the application (rough edge: deployed before the join)', async () => {
    const { rounds } = await deploy(environment(activeDirectory(1), app({ domain: 'acme.local' })));
    expect(rounds.flat().filter((step) => step.startsWith('web1'))).toEqual([
      'web1 SetPassword',
      'web1 JoinDomain',
      'web1 InstallIIS',
      'web1 DeployWebApp',
    ]);
  });

  it('that cannot be fetched says why, keeps its web server, and is tried again (rough edge 9)', async () => {
    const failed = await deploy(environment(app()), {
      plans: { 'web1 DeployWebApp': { fails: "Fetching failed: fatal: repository 'shop' not found" } },
    });
    expect(textsOf(failed.reports, 'error')).toEqual([
      "shop could not be deployed on web1: Fetching failed: fatal: repository 'shop' not found",
    ]);
    expect(failed.model.services[0]).not.toHaveProperty('uri');
    expect((await deploy(failed.model)).rounds).toEqual([['web1 DeployWebApp']]);
  });

  it('is told which repository it runs from, and which commit that was', async () => {
    const commit = 'c0ffee'.padEnd(40, '0');
    const { model, reports } = await deploy(environment(app({ revision: 'v2' })), {
      plans: { 'web1 DeployWebApp': { returns: [commit] } },
    });
    expect(model.services[0]?.units[0]?.state).toMatchObject({
      application: 'https://git.example.com/shop.git v2',
      commit,
    });
    expect(textsOf(reports, 'info').at(-1)).toBe('shop runs on web1, from https://git.example.com/shop.git v2');
  });

  it('sends no placeholder in place of a value that is missing (rough edge 22)', async () => {
    const { plans, stacks } = await deploy(environment(app(), farm(2, { unitNamingPattern: 'farm#' }, 2)));
    const sent = JSON.stringify([
      plans.map(({ plan }) => plan.Commands),
      stacks.map(({ template }) => template.resources),
    ]);
    expect(sent.replace(/\$ErrorActionPreference[\s\S]*?Start-Service 'Murano Agent'/g, '')).not.toMatch(/\$\{?[a-z]/i);
  });
});

describe('a farm', () => {
  it('tells the address of its load balancer with the port, as one text (rough edge 19: uri = 80)', async () => {
    const { model } = await deploy(environment(farm(2, { loadBalancerPort: 8080 })));
    const [service] = model.services;
    expect(service?.uri).toBe(`http://${String(service?.state?.balancer)}:8080`);
    expect(service?.state?.balancer).toMatch(/^10\.0\.0\.\d+$/);
  });

  it('has every machine behind its one load balancer (rough edge 21: only one registered)', async () => {
    const { stacks } = await deploy(environment(farm(3)));
    const template = stacks[0]?.template;
    expect(ofType(template, 'OS::Octavia::LoadBalancer')).toHaveLength(1);
    const [pool] = ofType(template, 'OS::Octavia::Pool');
    const members = ofType(template, 'OS::Octavia::PoolMember');
    expect(members.map(({ address }) => address)).toEqual(
      ['web1', 'web2', 'web3'].map((host) => ({ get_attr: [`${host}-port`, 'fixed_ips', 0, 'ip_address'] })),
    );
    for (const member of members) expect(member.pool).toEqual({ get_resource: pool?.name });
  });

  it('beside another: two load balancers, two members each, distinct correct uris (rough edge 20)', async () => {
    const { stacks, model } = await deploy(
      environment(farm(2), farm(2, { loadBalancerPort: 81, unitNamingPattern: 'shop#' }, 2)),
    );
    const template = stacks[0]?.template;
    const pools = ofType(template, 'OS::Octavia::Pool').map(({ name }) => name);
    expect(pools).toHaveLength(2);
    const members = ofType(template, 'OS::Octavia::PoolMember');
    const behind = pools.map((name) =>
      members.filter((member) => isObject(member.pool) && member.pool.get_resource === name).map((one) => one.name),
    );
    expect(behind).toEqual([
      ['web1-member', 'web2-member'],
      ['shop1-member', 'shop2-member'],
    ]);
    expect(ofType(template, 'OS::Octavia::Listener').map((listener) => listener.protocol_port)).toEqual([80, 81]);
    const uris = model.services.map(({ uri, state }) => [
      uri,
      `http://${String(state?.balancer)}:${String(state?.balancerPort)}`,
    ]);
    expect(uris[0]?.[0]).toBe(uris[0]?.[1]);
    expect(uris[1]?.[0]).toBe(uris[1]?.[1]);
    expect(new Set(uris.map(([uri]) => uri)).size).toBe(2);
    expect(uris.map(([uri]) => String(uri).replace(/.*:/, ''))).toEqual(['80', '81']);
  });

  it('opens 80 and 443 on its machines (rough edge 32: 433)', async () => {
    const { stacks } = await deploy(environment(farm(2)));
    const [group] = ofType(stacks[0]?.template, 'OS::Neutron::SecurityGroup').filter(
      ({ name }) => name === 'web-server-access',
    );
    const rules = Array.isArray(group?.rules) ? group.rules : [];
    expect(rules.map((rule) => (isObject(rule) ? rule.port_range_min : null))).toEqual([80, 443]);
  });

  it('that grows gives the new machine everything and leaves the old ones alone (rough edge 13)', async () => {
    const { model } = await deploy(environment(farm(2)));
    const grown = await deploy(
      change(model, (copy) => copy.services[0]?.units.push({ id: 'f9'.padEnd(32, '0'), name: 'x' })),
    );
    expect(grown.rounds).toEqual([['stack web1 web2 web3'], ['web3 SetPassword', 'web3 InstallIIS']]);
    expect(ofType(grown.stacks[0]?.template, 'OS::Octavia::PoolMember').map(({ name }) => name)).toEqual([
      'web1-member',
      'web2-member',
      'web3-member',
    ]);
    expect(textsOf(grown.reports, 'info')).not.toContainEqual(expect.stringContaining('web1'));
  });

  it('of which one machine never answers: that one fails alone, nothing waits for ever (rough edge 14)', async () => {
    const { outcome, reports, model } = await deploy(environment(appFarm(3)), {
      plans: { 'web2 InstallIIS': { silent: true } },
    });
    expect(outcome).toBe('finished');
    expect(textsOf(reports, 'error')).toEqual([
      'The web server could not be installed on web2: No answer from web2 in 30 minutes.',
    ]);
    expect(model.services[0]?.units.map(({ state }) => Boolean(state?.application))).toEqual([true, false, true]);
    expect(model.services[0]?.uri).toMatch(/^http:\/\//);
    const repaired = await deploy(model);
    expect(repaired.rounds).toEqual([['web2 InstallIIS'], ['web2 DeployWebApp']]);
  });

  it('whose stack fails is one error, not one for each machine and member (rough edge 34)', async () => {
    const reason = 'Forbidden: resources.balancer: Quota exceeded for resources: Load Balancer';
    const failed = await deploy(environment(farm(3)), { stackFails: reason });
    expect(textsOf(failed.reports, 'error')).toEqual([`The machines could not be set up: ${reason}`]);
    expect(failed.model.services[0]).not.toHaveProperty('uri');
    const repaired = await deploy(failed.model);
    expect(repaired.errors).toBe(0);
    expect(repaired.model.services[0]?.uri).toMatch(/^http:/);
  });

  it('keeps its old address while the cloud refuses another port', async () => {
    const { model } = await deploy(environment(farm(2)));
    const moved = change(model, (copy) => Object.assign(copy.services[0] ?? {}, { loadBalancerPort: 81 }));
    const refused = await deploy(moved, { stackFails: 'no' });
    expect(refused.model.services[0]?.uri).toBe(model.services[0]?.uri);
    const again = await deploy(refused.model);
    expect(again.rounds).toEqual([['stack web1 web2']]);
    expect(again.model.services[0]?.uri).toMatch(/:81$/);
  });

  it('that fails on one machine reports it once, and every sentence names the machine (rough edge 29)', async () => {
    const { reports } = await deploy(environment(appFarm(2)), {
      plans: { 'web1 DeployWebApp': { fails: 'MSB1009' }, 'web2 DeployWebApp': { fails: 'MSB1009' } },
    });
    expect(textsOf(reports, 'error')).toEqual([
      'shop could not be deployed on web1: MSB1009',
      'shop could not be deployed on web2: MSB1009',
    ]);
  });
});

describe('a public address', () => {
  const floating = (template: JsonObject | undefined) => ofType(template, 'OS::Neutron::FloatingIP');
  const BALANCER = `balancer-${'c'.repeat(31)}1`;
  const asking = (model: EnvironmentModel, ...asks: boolean[]) =>
    change(model, (copy) => {
      for (const [index, assignFloatingIp] of asks.entries())
        Object.assign(copy.services[index] ?? {}, { assignFloatingIp });
    });

  it.each([
    ['web server', webServer({ assignFloatingIp: true })],
    ['ASP.NET application', app({ assignFloatingIp: true })],
  ])('of a %s is one of its machine, at which it is reached', async (_, service) => {
    const { stacks, model } = await deploy(environment(service));
    expect(stacks).toHaveLength(1);
    expect(floating(stacks[0]?.template)).toEqual([
      {
        name: 'web1-public-address',
        floating_network: { get_param: 'public_network' },
        port_id: { get_resource: 'web1-port' },
      },
    ]);
    const [deployed] = model.services;
    const { address, publicAddress } = deployed?.units[0]?.state ?? {};
    expect(publicAddress).not.toBe(address);
    expect(deployed?.uri).toBe(`http://${String(publicAddress)}`);
  });

  it.each([
    ['web server farm', farm(2, { assignFloatingIp: true, loadBalancerPort: 8080 })],
    ['ASP.NET application farm', appFarm(2, { assignFloatingIp: true, loadBalancerPort: 8080 })],
  ])('of a %s is one of its load balancer, whose port stays', async (_, service) => {
    const { stacks, model } = await deploy(environment(service));
    expect(stacks).toHaveLength(1);
    expect(floating(stacks[0]?.template)).toEqual([
      {
        name: `${BALANCER}-public-address`,
        floating_network: { get_param: 'public_network' },
        port_id: { get_attr: [BALANCER, 'vip_port_id'] },
      },
    ]);
    const [deployed] = model.services;
    expect(deployed?.state?.publicAddress).not.toBe(deployed?.state?.balancer);
    expect(deployed?.uri).toBe(`http://${String(deployed?.state?.publicAddress)}:8080`);
  });

  it('comes and goes by a change of the stack alone, and the service is reached where it was before', async () => {
    const { model } = await deploy(environment(webServer(), farm(2, { unitNamingPattern: 'farm#' }, 2)));
    const uris = model.services.map(({ uri }) => uri);
    const on = await deploy(asking(model, true, true));
    expect(on.rounds).toEqual([['stack web1 farm1 farm2']]);
    expect(floating(on.stacks[0]?.template)).toHaveLength(2);
    expect(on.model.services.some(({ uri }) => uris.includes(uri))).toBe(false);
    expect((await deploy(on.model)).rounds).toEqual([]);
    const off = await deploy(asking(on.model, false, false));
    expect(off.rounds).toEqual([['stack web1 farm1 farm2']]);
    expect(floating(off.stacks[0]?.template)).toEqual([]);
    expect(off.model.services.map(({ uri }) => uri)).toEqual(uris);
    expect(off.model.services[1]?.state?.publicAddress ?? null).toBeNull();
    expect((await deploy(off.model)).rounds).toEqual([]);
  });

  it('that one service gives up while another asks for one changes its service', async () => {
    const { model } = await deploy(
      environment(webServer({ assignFloatingIp: true }), webServer({ name: 'shop', unitNamingPattern: 'shop#' }, 2)),
    );
    const { stacks } = await deploy(asking(model, false, true));
    expect(floating(stacks[0]?.template).map(({ name }) => name)).toEqual(['shop1-public-address']);
  });

  it('stays with a machine that is made anew', async () => {
    const { model } = await deploy(environment(webServer({ assignFloatingIp: true })));
    const again = await deploy(
      change(model, (copy) => {
        Object.assign(copy.services[0] ?? {}, { availabilityZone: 'east' });
      }),
    );
    const { publicAddress } = again.model.services[0]?.units[0]?.state ?? {};
    expect(again.rounds[0]).toEqual(['stack web1']);
    expect(again.model.services[0]?.uri).toBe(`http://${String(publicAddress)}`);
  });
});
