import { describe, expect, test } from 'vitest';
import { readCloudState } from '@/lib/api/testing/cloud-state';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer, webServerFarm } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { isObject } from '@/lib/model/json';

/** Rough edges of Murano v0.2, by their numbers in docs/acceptance.md, that no other test of the API shows. */

const product = productForTests();

const units = (...masters: boolean[]) => masters.map((isMaster) => ({ isMaster, recoveryPassword: 'R3covery-One!' }));

async function draft() {
  const { at } = await newEnvironment(product.member);
  return { at, session: await open(product.member, at) };
}

/** What was asked of machines so far, as the log tells it. */
async function asked(at: string, deployment: string): Promise<string[]> {
  const { events } = await product.member.ok('GET', `${at}/events?deployment_id=${deployment}&limit=1000`);
  return list(events)
    .filter(({ kind, data }) => kind === 'effect.started' && isObject(data) && data.effect === 'plan')
    .map((event) => text(event.text));
}

describe('what is refused before anything is made', () => {
  test('rough edge 11: a domain without a primary controller', async () => {
    const { at, session } = await draft();
    const body = activeDirectory({ units: units(false, false) });
    const answer = await product.member.call('POST', `${at}/services`, { session, body });
    expect(answer.status).toBe(400);
    const fields = list(object(answer.json).fields);
    expect(fields.map(({ path }) => path)).toEqual(['units.0.isMaster']);
    expect(text(fields[0]?.sentence)).toContain('Primary controller');
  });

  test('rough edge 26: an account that nothing would create; the administrator of a new domain is Administrator', async () => {
    const { at, session } = await draft();
    const body = activeDirectory({ adminAccountName: 'boss' });
    const answer = await product.member.call('POST', `${at}/services`, { session, body });
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields)).toMatchObject([{ path: 'adminAccountName', code: 'unknown_property' }]);
  });

  test('trap 4: two services that make the same domain', async () => {
    const { at, session } = await draft();
    await add(product.member, at, session, activeDirectory());
    const body = activeDirectory({ name: 'other', unitNamingPattern: 'other#' });
    const answer = await product.member.call('POST', `${at}/services`, { session, body });
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields)).toMatchObject([{ path: 'domain', code: 'domain_taken' }]);
  });
});

describe('a machine', () => {
  test('rough edge 4: is told its own inbox when it first starts, and no login of anybody', async () => {
    const { id, at } = await deployed(product.member, [
      webServer({ name: 'one', unitNamingPattern: 'inboxa#' }),
      webServer({ name: 'two', unitNamingPattern: 'inboxb#' }),
    ]);
    const { resources } = await readCloudState(product.db, id);
    const services = list((await product.member.ok('GET', at)).services);
    const inboxOf = (index: number) => {
      const service = object(services[index]);
      return `e${id}-${text(service.id)}-${text(object(list(service.units)[0]).id)}`;
    };
    const [one, two] = ['inboxa1', 'inboxb1'].map((host) => JSON.stringify(resources[host]?.properties));
    expect(one).toContain(inboxOf(0));
    expect(one).not.toContain(inboxOf(1));
    expect(two).toContain(inboxOf(1));
    for (const refusal of [one, two]) {
      expect(refusal).toContain('rabbitmq.user=\\nrabbitmq.password=\\n');
    }
  });
});

describe('a name', () => {
  test('trap 7: of a service may be that of one of its machines, and of another service', async () => {
    const { at } = await deployed(product.member, [
      webServerFarm({ name: 'same1', unitNamingPattern: 'same#' }),
      webServerFarm({ name: 'same1', unitNamingPattern: 'other#', loadBalancerPort: 81 }),
    ]);
    const environment = await product.member.ok('GET', at);
    expect(environment.status).toBe('ready');
    expect(new Set(list(environment.services).map(({ uri }) => text(uri))).size).toBe(2);
  });
});

describe('a deployment', () => {
  test('rough edge 17: whose conductor cannot be told is queued, and carried out as soon as one looks', async () => {
    const { member } = product;
    const { conductor } = product.container;
    const { submit } = conductor;
    const { at, session } = await draft();
    await add(member, at, session, webServer({ unitNamingPattern: 'queued#' }));
    conductor.submit = () => Promise.reject(new Error('nobody there'));
    const deployment = await deploy(member, at, session);
    conductor.submit = submit;
    expect(await member.ok('GET', at)).toMatchObject({ status: 'deploying', active_deployment_id: deployment });
    await submit(deployment);
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
  });

  test('rough edge 17: that nobody ever picked up can still be stopped', async () => {
    const { member } = product;
    const { conductor } = product.container;
    const { submit } = conductor;
    const { at, session } = await draft();
    await add(member, at, session, webServer({ unitNamingPattern: 'stuck#' }));
    conductor.submit = () => Promise.reject(new Error('nobody there'));
    const deployment = await deploy(member, at, session);
    conductor.submit = submit;
    expect((await member.call('POST', `${at}/deployments/${deployment}/cancel`)).status).toBe(200);
    expect(await settled(member, at)).toMatchObject({ status: 'failed', last_outcome: 'cancelled' });
    expect(await asked(at, deployment)).toEqual([]);
  });

  test('rough edge 44: goes on to its end although the token that began it is gone', async () => {
    const { member, db } = product;
    const own = await product.clientOf('gone', 'Contoso', 'member');
    const { at } = await newEnvironment(own);
    const session = await open(own, at);
    await add(own, at, session, webServer({ unitNamingPattern: 'token#' }));
    const { submit } = product.container.conductor;
    product.container.conductor.submit = async () => undefined;
    const deployment = await deploy(own, at, session);
    product.container.conductor.submit = submit;
    await product.container.auth.tokens.revoke(own.token);
    await db.user.update({ where: { id: own.userId }, data: { enabled: false } });
    expect((await own.call('GET', at)).status).toBe(401);
    await submit(deployment);
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
  });

  test('rough edges 29 and 34: that fails on one machine says so once, of that machine, in the machine’s own words', async () => {
    const { member } = product;
    await product.faults.add({
      kind: 'command',
      target: 'words1/Install-WebServer',
      message: 'The disk is full.',
      times: 1,
    });
    const { at } = await deployed(member, [webServer({ unitNamingPattern: 'words#' })]);
    const [deployment] = list((await member.ok('GET', `${at}/deployments`)).deployments);
    const { reports } = await member.ok('GET', `${at}/deployments/${text(deployment?.id)}`);
    const [service] = list((await member.ok('GET', at)).services);
    expect(list(reports).filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        entity: 'unit',
        entity_id: list(service?.units)[0]?.id,
        text: 'The web server could not be installed on words1: The disk is full.',
      }),
    ]);
  });
});
