import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, refusalOf, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer, webServerFarm } from '@/lib/api/testing/services';
import { deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

/** What becomes of an environment when machines fail, over HTTP. */

const product = productForTests();

const controllers = (pattern: string, domain: string, count: number): JsonObject =>
  activeDirectory({
    ...{ name: domain, domain, unitNamingPattern: pattern },
    units: Array.from({ length: count }, (_, at) => ({ isMaster: at === 0, recoveryPassword: 'R3covery-One!' })),
  });

/** The ids of services by their names and of machines by their hosts. */
async function idsIn(at: string): Promise<Record<string, string>> {
  const { services } = await product.member.ok('GET', at);
  return Object.fromEntries(
    list(services).flatMap(({ id, name, units }) => [
      [text(name), text(id)],
      ...list(units).map((unit) => [text(object(unit.state).hostname), text(unit.id)]),
    ]),
  );
}

const ask = (at: string, body: JsonObject) => product.reader.ok('POST', `${at}/what-if`, { body });
const broken = (answer: JsonObject) =>
  list(answer.promises)
    .filter(({ outcome }) => outcome === 'broken')
    .map((promise) => promise.text);

const powerOf = async (hostname: string) => {
  const where = { tenantId: product.member.tenantId, hostname, deletedAt: null };
  return (await product.db.cloudMachine.findFirstOrThrow({ where })).power;
};

describe('what if a machine fails that only a draft has', () => {
  it('is asked in its rehearsal, whose machines have the same ids', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const body = controllers('planned#', 'planned.example', 2);
    await member.ok('POST', `${at}/services`, { session, body });
    const { services } = await member.ok('GET', at, { session });
    const [first, second] = list(list(services)[0]?.units).map(({ id }) => text(id));
    const made = await member.ok('POST', `${at}/sessions/${session}/rehearsal`, { body: {} });
    const copy = `/v1/environments/${text(made.environment_id)}`;
    await settled(member, copy);
    const one = await member.ok('POST', `${copy}/what-if`, { body: { units: [first ?? ''] } });
    expect(Object.fromEntries(list(one.machines).map(({ host, state }) => [text(host), state]))).toEqual({
      planned1: 'off',
      planned2: 'works',
    });
    expect(one.survives).toBe(true);
    const both = await member.ok('POST', `${copy}/what-if`, { body: { units: [first ?? '', second ?? ''] } });
    expect(broken(both)).toEqual([
      'Nobody can sign in to the domain planned.example, because none of its controllers runs.',
    ]);
    await member.ok('DELETE', `${copy}/rehearsal`);
  });
});

describe('what if', () => {
  it('the only controller of a domain fails: nobody signs in, and a second one, added in a draft, would keep it up', async () => {
    const services = [
      controllers('sole#', 'sole.example', 1),
      webServer({ name: 'pages', domain: 'sole.example', unitNamingPattern: 'pages#' }),
    ];
    const { at } = await deployed(product.member, services);
    const ids = await idsIn(at);
    const before = await product.db.cloudMachine.findMany({ orderBy: { id: 'asc' } });
    const answer = await ask(at, { units: [ids.sole1 ?? ''] });
    expect(await product.db.cloudMachine.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
    expect(answer.survives).toBe(false);
    expect(broken(answer)).toEqual([
      'Nobody can sign in to the domain sole.example, because none of its controllers runs.',
      'Users of sole.example cannot sign in on pages1, which finds no controller of the domain.',
    ]);
    expect(list(answer.machines).map(({ host, state }) => [host, state])).toEqual([
      ['sole1', 'off'],
      ['pages1', 'hurt'],
    ]);
    expect(list(answer.services).map(({ name, state }) => [name, state])).toEqual([
      ['sole.example', 'off'],
      ['pages', 'reduced'],
    ]);
    expect(list(answer.addresses)).toMatchObject([
      { before: { answers: true, host: 'pages1', reason: null }, after: { answers: true, host: 'pages1' } },
    ]);
    expect(list(answer.advice)).toMatchObject([
      {
        ...{ service_id: ids['sole.example'], machines: 2, enough: true, averts: broken(answer) },
        sentence: 'A second domain controller would keep everything up.',
      },
    ]);

    const survival = await product.reader.ok('GET', `${at}/survival`);
    expect(survival).toMatchObject({ survives: false, of: 'deployed', machines: 2, tried: 2 });
    expect(list(survival.losses)).toMatchObject([{ host: 'sole1', sentences: broken(answer) }, { host: 'pages1' }]);
    const session = await open(product.member, at);
    await product.member.ok('POST', `${at}/services/${ids['sole.example']}/units`, {
      session,
      body: { isMaster: false, recoveryPassword: 'R3covery-One!' },
    });
    const drafted = await product.member.ok('GET', `${at}/survival`, { session });
    expect(drafted).toMatchObject({ survives: false, of: 'draft', losses: [{ host: 'pages1' }] });
    await deploy(product.member, at, session);
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    expect(await ask(at, { units: [ids.sole1 ?? ''] })).toMatchObject({ survives: true, advice: [] });
    const smaller = await open(product.member, at);
    await product.member.ok('DELETE', `${at}/services/${ids.pages}`, { session: smaller });
    // without the only web server no machine is left that cannot be spared
    expect(await product.member.ok('GET', `${at}/survival`, { session: smaller })).toMatchObject({
      ...{ survives: true, of: 'draft', machines: 2, tried: 2, losses: [] },
    });
    expect(await product.member.ok('GET', `${at}/survival`)).toMatchObject({ survives: false, of: 'deployed' });
  });

  it('a machine of what a draft leaves fails: what ends with the services that it removes is none of its losses', async () => {
    const services = [
      controllers('two#', 'two.example', 2),
      webServer({ name: 'two-web', domain: 'two.example', unitNamingPattern: 'twoweb#' }),
      webServerFarm({ name: 'two-farm', unitNamingPattern: 'twofarm#' }),
    ];
    const { at } = await deployed(product.member, services);
    const ids = await idsIn(at);
    const session = await open(product.member, at);
    await product.member.ok('DELETE', `${at}/services/${ids['two.example']}`, { session });
    const drafted = await product.member.ok('GET', `${at}/survival`, { session });
    // that nobody signs in is not the loss of a machine, but what the draft does
    expect(drafted).toMatchObject({ of: 'draft', machines: 3, tried: 3 });
    expect(list(drafted.losses).map(({ host }) => host)).toEqual(['twoweb1']);
    expect(JSON.stringify(drafted)).not.toContain('sign in');
    await product.member.ok('DELETE', `${at}/services/${ids['two-web']}`, { session });
    await product.member.ok('DELETE', `${at}/services/${ids['two-farm']}`, { session });
    expect((await product.member.call('GET', `${at}/survival`, { session })).status).toBe(409);
  });

  it('a whole farm fails: its address is lost, and one machine of it is not missed', async () => {
    const { at } = await deployed(product.member, [webServerFarm({ name: 'field', unitNamingPattern: 'field#' })]);
    const ids = await idsIn(at);
    const one = await ask(at, { units: [ids.field2 ?? ''] });
    expect(one).toMatchObject({ survives: true, services: [{ name: 'field', state: 'reduced' }] });
    const whole = await ask(at, { services: [ids.field ?? ''] });
    expect(whole).toMatchObject({
      survives: false,
      services: [{ name: 'field', state: 'off' }],
      addresses: [
        {
          before: { answers: true },
          after: { answers: false, reason: 'Every machine behind this load balancer fails its health check.' },
        },
      ],
      advice: [{ machines: 3, enough: true }],
    });
    const session = await open(product.member, at);
    for (const _ of [1, 2]) await product.member.ok('POST', `${at}/services/${ids.field}/units`, { session, body: {} });
    const drafted = await product.member.ok('GET', `${at}/survival`, { session });
    expect(drafted).toMatchObject({ survives: true, of: 'draft', losses: [] });
  });

  it('a machine fails that was repaired before: the answer says how long that took here, and nothing as long as none was', async () => {
    const { at } = await deployed(product.member, [webServer({ name: 'mended', unitNamingPattern: 'mended#' })]);
    const ids = await idsIn(at);
    expect((await ask(at, { units: [ids.mended1 ?? ''] })).recovery).toBeNull();
    await product.faults.add({ kind: 'crash', tenantId: product.member.tenantId, target: 'mended1' });
    const { execution_id: id } = await product.member.ok('POST', `${at}/executions`, { body: { workflow: 'heal' } });
    await settled(product.member, at);
    await eventually('the machine being up', async () => (await powerOf('mended1')) === 'ready');
    await eventually('the end of the repair', async () => {
      const { run } = await product.member.ok('GET', `${at}/executions/${text(id)}`);
      return object(run).outcome !== 'running';
    });
    expect((await ask(at, { units: [ids.mended1 ?? ''] })).recovery).toMatchObject({ runs: 1 });
  });

  it('is refused for what is not there, and for who may not see it', async () => {
    const { at } = await newEnvironment(product.member);
    const call = (body: JsonObject) => product.reader.call('POST', `${at}/what-if`, { body });
    expect((await call({})).status).toBe(400);
    expect((await call({ units: ['0'.repeat(32)] })).json).toMatchObject({
      fields: [{ path: 'units.0', code: 'unknown_unit' }],
    });
    expect((await call({ services: ['0'.repeat(32)] })).json).toMatchObject({
      fields: [{ path: 'services.0', code: 'unknown_service' }],
    });
    const stranger = await product.stranger.call('POST', `${at}/what-if`, { body: { units: ['0'.repeat(32)] } });
    expect(refusalOf(stranger)[0]).toBe(404);
  });
});
