import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, refusalOf, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/** History, comparison, roll back and activity of an environment, through the HTTP API. */

const product = productForTests();

const history = async (client: Client, at: string, query = '') => {
  const { entries, next_marker, people } = await client.ok('GET', `${at}/history${query}`);
  return { entries: list(entries), next_marker, people };
};

/** Machines of an environment that exist in the cloud, by host name, with the ids that the cloud gave them. */
async function machines(environmentId: string): Promise<Record<string, string>> {
  const rows = await product.db.cloudMachine.findMany({
    where: { deletedAt: null, queue: { startsWith: `e${environmentId}` } },
  });
  return Object.fromEntries(rows.map(({ hostname, id }) => [hostname, id]));
}

/** Changes an environment in a session of its own and waits for the deployment. */
async function change(at: string, edit: (session: string) => Promise<unknown>, client = product.member): Promise<void> {
  const session = await open(client, at);
  await edit(session);
  await deploy(client, at, session);
  await settled(client, at);
}

/** What a person said about services, without what Vetro keeps itself. */
function asked(services: JsonObject[]): unknown {
  const strip = ({ state: _s, uri: _u, address: _a, status: _t, updated: _d, ...rest }: JsonObject) => rest;
  return services.map((service) => ({ ...strip(service), units: list(service.units).map(strip) }));
}

describe('an environment that was scaled from two to four and lost a service', () => {
  let at = '';
  let id = '';
  let first: JsonObject[] = [];
  let firstMachines: Record<string, string> = {};
  const extra = { recoveryPassword: 'R3covery-Two!' };

  beforeAll(async () => {
    const { member, colleague } = product;
    ({ at, id } = await deployed(member, [
      activeDirectory({ unitNamingPattern: 'dc#' }),
      webServer({ domain: 'acme.local', unitNamingPattern: 'web#', flavor: 'm1.small' }),
    ]));
    first = list((await member.call('GET', `${at}/services`)).json);
    firstMachines = await machines(id);
    await change(at, async (session) => {
      await member.ok('POST', `${at}/services/0/units`, { session, body: extra });
      await member.ok('POST', `${at}/services/0/units`, { session, body: extra });
      await member.ok('PUT', `${at}/services/0`, { session, body: { adminPassword: 'An0ther-Orchard!' } });
    });
    await change(at, (session) => colleague.ok('DELETE', `${at}/services/1`, { session }), colleague);
  });

  test('tells its versions newest first: who, when, what changed, how it ended', async () => {
    const { entries, next_marker, people } = await history(product.reader, at);
    expect(entries.map(({ version, current, user_name, outcome }) => [version, current, user_name, outcome])).toEqual([
      [3, true, 'mia', 'success'],
      [2, false, 'max', 'success'],
      [1, false, 'max', 'success'],
    ]);
    expect(next_marker).toBeUndefined();
    expect(list(people).map(({ name }) => name)).toEqual(['max', 'mia']);
    expect(list(entries[0]?.changes).map(({ kind, serviceName }) => [kind, serviceName])).toEqual([
      ['serviceRemoved', 'frontend'],
    ]);
    expect(list(entries[1]?.changes).map(({ kind }) => kind)).toEqual(['propertyChanged', 'unitAdded', 'unitAdded']);
    expect(list(entries[2]?.changes).map(({ kind }) => kind)).toEqual(['serviceAdded', 'serviceAdded']);
    expect(JSON.stringify(entries)).not.toContain('vetro:secret');
    expect(Date.parse(text(entries[0]?.finished)) >= Date.parse(text(entries[0]?.started))).toBe(true);
  });

  test('picks by who, by how it ended, by the service it touched, and page by page', async () => {
    const { reader, colleague } = product;
    const versions = async (query: string) => (await history(reader, at, query)).entries.map(({ version }) => version);
    expect(await versions(`?user_id=${colleague.userId}`)).toEqual([3]);
    expect(await versions('?outcome=success')).toEqual([3, 2, 1]);
    expect(await versions('?outcome=failed')).toEqual([]);
    expect(await versions(`?service_id=${text(first[1]?.id)}`)).toEqual([3, 1]);
    expect(await versions(`?service_id=${text(first[0]?.id)}`)).toEqual([2, 1]);
    const page = await history(reader, at, '?limit=2');
    expect(page.entries.map(({ version }) => version)).toEqual([3, 2]);
    expect(await versions(`?limit=2&marker=${text(page.next_marker)}`)).toEqual([1]);
    expect((await reader.call('GET', `${at}/history?outcome=odd`)).status).toBe(400);
  });

  test('lists its versions to choose from: found by number or by who made them, page by page', async () => {
    const { reader, stranger } = product;
    const versions = async (query = '') => {
      const found = await reader.ok('GET', `${at}/versions${query}`);
      return { numbers: list(found.versions).map(({ version }) => version), next: found.next_marker, found };
    };
    const all = await versions();
    expect([all.numbers, all.next]).toEqual([[3, 2, 1], undefined]);
    expect(list(all.found.versions)[0]).toEqual({
      version: 3,
      run_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      at: expect.stringMatching(/Z$/),
      user_name: 'mia',
    });
    expect((await versions('?search=2')).numbers).toEqual([2]);
    expect((await versions('?search=max')).numbers).toEqual([2, 1]);
    expect((await versions('?search=max%201')).numbers).toEqual([1]);
    const first = await versions('?limit=2');
    expect(first.numbers).toEqual([3, 2]);
    expect((await versions(`?limit=2&marker=${text(first.next)}`)).numbers).toEqual([1]);
    expect((await reader.call('GET', `${at}/versions?marker=${'f'.repeat(32)}`)).status).toBe(400);
    expect((await stranger.call('GET', `${at}/versions`)).status).toBe(404);
  });

  test('compares any two versions: sentences, side by side, and both documents, secrets by what they are', async () => {
    const comparison = await product.reader.ok('GET', `${at}/compare?from=1&to=current`);
    expect([object(comparison.from).version, object(comparison.to).version]).toEqual([1, 3]);
    expect(object(comparison.to)).toMatchObject({ ref: 'current', user_name: 'mia', at: expect.stringMatching(/Z$/) });
    expect(list(comparison.changes).map(({ kind }) => kind)).toEqual([
      'serviceRemoved',
      'propertyChanged',
      'unitAdded',
      'unitAdded',
    ]);
    const [directory, web] = list(comparison.services);
    expect([directory?.change, web?.change]).toEqual(['changed', 'removed']);
    const values = list(directory?.values);
    expect(values.find(({ property }) => property === 'adminPassword')).toMatchObject({
      before: '*** SANITIZED ***',
      after: '*** SANITIZED ***',
      differs: true,
    });
    expect(values.find(({ property }) => property === 'domain')).toMatchObject({ differs: false });
    expect(JSON.stringify(comparison)).not.toMatch(/vetro:secret|Orchard/);
    const backwards = await product.reader.ok('GET', `${at}/compare?from=2&to=1`);
    expect(list(backwards.changes).map(({ kind }) => kind)).toEqual(['propertyChanged', 'unitRemoved', 'unitRemoved']);
    expect(list((await product.reader.ok('GET', `${at}/compare?from=2&to=2`)).changes)).toEqual([]);
    const since = await product.reader.ok('GET', `${at}/compare?from=0&to=1`);
    expect(list(since.changes).map(({ kind }) => kind)).toEqual(['serviceAdded', 'serviceAdded']);
  });

  test('compares with the draft of whoever asks, and with nobody else’s', async () => {
    const { member, colleague } = product;
    const missing = await member.call('GET', `${at}/compare?from=current&to=draft`);
    expect(refusalOf(missing)).toEqual([404, 'draft_not_found']);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'drafted' }));
    const { changes, to } = await member.ok('GET', `${at}/compare?from=current&to=draft`);
    expect(list(changes)).toMatchObject([{ kind: 'serviceAdded', serviceName: 'drafted' }]);
    expect(object(to)).toMatchObject({ ref: 'draft', version: 3, user_name: 'max' });
    expect((await colleague.call('GET', `${at}/compare?from=current&to=draft`)).status).toBe(404);
    await member.ok('DELETE', `${at}/sessions/${session}`);
    expect(refusalOf(await member.call('GET', `${at}/compare?from=9&to=1`))).toEqual([404, 'version_not_found']);
    expect((await member.call('GET', `${at}/compare?from=latest&to=1`)).status).toBe(400);
    expect((await member.call('GET', `${at}/compare?from=1`)).status).toBe(400);
  });

  test('rolls back to the model of then: a draft first, and deployed it is as it was, machines that exist untouched', async () => {
    const { member } = product;
    const before = await machines(id);
    expect(Object.keys(before).sort()).toEqual(['dc1', 'dc2', 'dc3', 'dc4']);
    const { entries } = await history(member, at);
    const session = await member.ok('POST', `${at}/deployments/${text(entries[2]?.run_id)}/rollback`);
    expect(session).toMatchObject({ state: 'open', version: 3, user_id: member.userId });
    expect(await machines(id)).toEqual(before);

    const drafted = list((await member.call('GET', `${at}/services`, { session: text(session.id) })).json);
    expect(asked(drafted)).toEqual(asked(first));
    const dc = list(drafted[0]?.units);
    expect(dc.map((unit) => object(unit.state).hostname)).toEqual(['dc1', 'dc2']);
    expect(list(drafted[1]?.units)[0]).not.toHaveProperty('state');
    const { changes, problems } = await member.ok('GET', `${at}/sessions/${text(session.id)}/diff`);
    expect(problems).toEqual([]);
    expect(
      list(changes)
        .map(({ kind, serviceName }) => `${text(kind)} ${text(serviceName)}`)
        .sort(),
    ).toEqual([
      'propertyChanged acme.local',
      'serviceAdded frontend',
      'unitRemoved acme.local',
      'unitRemoved acme.local',
    ]);

    await deploy(member, at, text(session.id));
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 4 });
    const after = await machines(id);
    expect(Object.keys(after).sort()).toEqual(['dc1', 'dc2', 'web1']);
    expect([after.dc1, after.dc2]).toEqual([firstMachines.dc1, firstMachines.dc2]);
    expect(after.web1).not.toBe(firstMachines.web1);
    const now = list((await member.call('GET', `${at}/services`)).json);
    expect(asked(now)).toEqual(asked(first));
    expect(object(list(now[1]?.units)[0]?.state)).toMatchObject({ hostname: 'web1', domain: 'acme.local' });
    expect(list((await member.ok('GET', `${at}/compare?from=1&to=4`)).changes)).toEqual([]);
    // the password of then is the one that the domain has again
    const row = await product.db.environment.findUniqueOrThrow({ where: { id } });
    const opened = list((product.container.box.openDeep(row.model) as JsonObject).services);
    expect(opened[0]?.adminPassword).toBe('Gr33n-Orchard!');
    expect((await history(member, at)).entries[0]).toMatchObject({ version: 4, restores: { version: 1 } });
  });

  test('has nothing to go back to where that is what is deployed', async () => {
    const { member } = product;
    const { entries } = await history(member, at);
    for (const version of [4, 1]) {
      const entry = entries.find((one) => one.version === version);
      const answer = await member.call('POST', `${at}/deployments/${text(entry?.run_id)}/rollback`);
      expect(refusalOf(answer)).toEqual([409, 'version_is_current']);
    }
  });

  test('rolls back for members of its tenant only', async () => {
    const { reader, stranger, anonymous } = product;
    const { entries } = await history(reader, at);
    const to = `${at}/deployments/${text(entries[1]?.run_id)}/rollback`;
    expect(refusalOf(await reader.call('POST', to))).toEqual([403, 'role_too_low']);
    expect(refusalOf(await stranger.call('POST', to))).toEqual([404, 'environment_not_found']);
    expect((await anonymous().call('POST', to)).status).toBe(401);
    for (const path of ['history', 'compare?from=1&to=2', 'activity']) {
      expect(refusalOf(await stranger.call('GET', `${at}/${path}`))).toEqual([404, 'environment_not_found']);
      expect((await anonymous().call('GET', `${at}/${path}`)).status).toBe(401);
    }
    const missing = await product.member.call('POST', `${at}/deployments/${'0'.repeat(32)}/rollback`);
    expect(refusalOf(missing)).toEqual([404, 'deployment_not_found']);
  });

  test('tells what was said last about a service, newest first, and of services that exist', async () => {
    const { reader, stranger } = product;
    const of = (serviceId: string, more = '') => `${at}/reports?service_id=${serviceId}${more}`;
    const reports = list((await reader.ok('GET', of(text(first[1]?.id)))).reports);
    expect(text(reports[0]?.text)).toMatch(/web1/);
    const moments = reports.map(({ created }) => text(created));
    expect(moments).toEqual([...moments].sort().reverse());
    expect(list((await reader.ok('GET', of(text(first[1]?.id), '&limit=1'))).reports)).toEqual(reports.slice(0, 1));
    expect(refusalOf(await reader.call('GET', of('0'.repeat(32))))).toEqual([404, 'service_not_found']);
    expect((await reader.call('GET', `${at}/reports`)).status).toBe(400);
    expect(refusalOf(await stranger.call('GET', of(text(first[1]?.id))))).toEqual([404, 'environment_not_found']);
  });

  test('tells members who did what in it, page by page, and readers nothing of it', async () => {
    const { member, reader, colleague } = product;
    expect(refusalOf(await reader.call('GET', `${at}/activity`))).toEqual([403, 'role_too_low']);
    const { entries, people, actions } = await member.ok('GET', `${at}/activity?limit=200`);
    const listed = list(entries).map(({ action }) => action);
    expect(listed).toContain('environment.create');
    expect(listed.slice(0, 2)).toEqual(['session.deploy', 'session.rollback']);
    expect(actions).toEqual(expect.arrayContaining(['environment.create', 'service.remove', 'session.rollback']));
    expect(list(people).map(({ name }) => name)).toEqual(['max', 'mia']);
    expect(list(entries)[1]).toMatchObject({ user_name: 'max', details: { version: 1 } });
    const hers = list((await member.ok('GET', `${at}/activity?user_id=${colleague.userId}`)).entries);
    expect(hers.map(({ action }) => action)).toEqual(['session.deploy', 'service.remove', 'session.open']);
    const removals = list((await member.ok('GET', `${at}/activity?action=service.remove`)).entries);
    expect(removals).toHaveLength(1);
    const page = await member.ok('GET', `${at}/activity?limit=3`);
    const next = await member.ok('GET', `${at}/activity?limit=3&marker=${text(page.next_marker)}`);
    expect([...list(page.entries), ...list(next.entries)]).toEqual(list(entries).slice(0, 6));
    const other = await newEnvironment(member);
    const elsewhere = list((await member.ok('GET', `${other.at}/activity`)).entries);
    expect(elsewhere.map(({ action }) => action)).toEqual(['environment.create']);
  });
});

describe('versions that did not end well', () => {
  test('count too, can be picked by how they ended, and gone back to once something else is deployed', async () => {
    const { member } = product;
    const { faults } = product;
    const { at } = await deployed(member, [webServer({ unitNamingPattern: 'odd#' })]);
    await faults.add({ kind: 'stack', target: 'OS::Nova::Server', message: 'No valid host was found', times: 1 });
    await change(at, (session) => add(member, at, session, webServer({ name: 'second', unitNamingPattern: 'even#' })));
    const { entries } = await history(member, at, '?outcome=failed');
    expect(entries).toMatchObject([
      { version: 2, state: 'completed_w_errors', problem: { sentence: expect.stringContaining('No valid host') } },
    ]);
    const back = await member.ok(
      'POST',
      `${at}/deployments/${text((await history(member, at)).entries[1]?.run_id)}/rollback`,
    );
    await deploy(member, at, text(back.id));
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 3, services: [{ name: 'frontend' }] });
  });

  test('while one is being deployed nothing can be rolled back, and it has no version yet', async () => {
    const { member } = product;
    const { faults } = product;
    const { at } = await deployed(member, [webServer({ unitNamingPattern: 'calm#' })]);
    const [made] = (await history(member, at)).entries;
    const silence = await faults.add({ kind: 'silence' });
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'slow', unitNamingPattern: 'slow#' }));
    const running = await deploy(member, at, session);
    expect((await history(member, at, '?outcome=running')).entries).toMatchObject([{ version: null, current: false }]);
    const answer = await member.call('POST', `${at}/deployments/${text(made?.run_id)}/rollback`);
    expect(refusalOf(answer)).toEqual([403, 'environment_deploying']);
    expect(object((await member.ok('GET', `${at}/compare?from=1&to=current`)).to)).toMatchObject({ version: 1 });
    await member.call('POST', `${at}/deployments/${running}/cancel`);
    await settled(member, at);
    await faults.remove(silence);
    expect((await history(member, at, '?outcome=cancelled')).entries).toMatchObject([{ version: 2 }]);
    await member.ok('DELETE', at);
    await settled(member, at);
    const over = await history(member, at);
    expect(over.entries[0]).toMatchObject({ kind: 'delete', version: 3, changes: [] });
    const late = await member.call('POST', `${at}/deployments/${text(made?.run_id)}/rollback`);
    expect(refusalOf(late)).toEqual([404, 'environment_not_found']);
  });
});
