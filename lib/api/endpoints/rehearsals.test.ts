import { beforeAll, describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { rehearsalTask } from '@/lib/environments/rehearsals/remove';
import type { Json, JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

/** The run of a draft, played on a copy of its environment, over HTTP. */

const product = productForTests();
beforeAll(async () => {
  // every test has an environment of its own
  const data = { machines: 100, vcpus: 400, memoryMb: 1_000_000, diskGb: 20_000 };
  await product.db.tenantQuota.create({ data: { tenantId: product.member.tenantId, ...data } });
});

interface Rehearsal {
  id: string;
  at: string;
  run: string;
}

async function rehearse(at: string, session: string, fault: JsonObject | null = null): Promise<Rehearsal> {
  const made = await product.member.ok('POST', `${at}/sessions/${session}/rehearsal`, { body: { fault } });
  const id = text(made.environment_id);
  return { id, at: `/v1/environments/${id}`, run: text(made.deployment_id) };
}

/** A domain with a web server in it, to which a draft adds a controller and a further web server. */
async function drafted(name: string): Promise<{ at: string; id: string; session: string }> {
  const domain = `${name}.example`;
  const controllers = {
    ...{ name: domain, domain, unitNamingPattern: `${name}dc#` },
    units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }],
  };
  const { at, id } = await deployed(product.member, [
    activeDirectory(controllers),
    webServer({ name: `${name}web`, domain, unitNamingPattern: `${name}web#` }),
  ]);
  const session = await open(product.member, at);
  const { services } = await product.member.ok('GET', at, { session });
  await product.member.ok('POST', `${at}/services/${text(list(services)[0]?.id)}/units`, {
    session,
    body: { isMaster: false, recoveryPassword: 'R3covery-Two!' },
  });
  await add(product.member, at, session, webServer({ name: `${name}shop`, domain, unitNamingPattern: `${name}shop#` }));
  return { at, id, session };
}

/** What a run did, in its order: what began one after the other, and what happened on each machine. */
async function courseOf(at: string, run: string) {
  const { events } = await product.member.ok('GET', `${at}/events?deployment_id=${run}&limit=1000`);
  const lines = list(events).map(({ kind, level, text: said, data }) => {
    const { effect, title, host, outcome, command, phase, ok, problem } = object(data);
    return {
      kind: text(kind),
      level,
      said,
      effect,
      title,
      host,
      outcome,
      command,
      phase,
      ok,
      problem: problem ?? null,
    };
  });
  const { run: view } = await product.member.ok('GET', `${at}/runs/${run}`);
  const { outcome, problem, warnings, errors, version, summary } = object(view);
  const failed = list(events).find(({ kind, level }) => kind === 'effect.finished' && level === 'error');
  const failure = failed && text(object(failed.data).effectId);
  const review = failure && (await product.member.ok('GET', `${at}/runs/${run}/failures/${failure}`));
  const hosts = [...new Set(lines.flatMap(({ host }) => (typeof host === 'string' ? [host] : [])))].sort();
  const of = (wanted: string, host?: Json) => lines.filter((line) => line.kind === wanted && line.host === host);
  return {
    common: lines.filter(({ kind, host }) => kind.startsWith('effect.') && host === undefined),
    // what machines do side by side has no order, nor have steps of one machine that no other step waits for
    machines: hosts.map((host) => ({
      host,
      started: byContent(of('effect.started', host)),
      commands: byContent(of('command.finished', host)),
      phases: of('machine.changed', host),
      finished: byContent(of('effect.finished', host)),
    })),
    findings: review ? list(review.findings).map(({ check, state, machines }) => [check, state, machines]) : null,
    end: { outcome, problem, warnings, errors, version, summary },
  };
}

function byContent<Line>(lines: Line[]): Line[] {
  const key = (line: Line) => JSON.stringify(line);
  return lines.sort((one, two) => (key(one) < key(two) ? -1 : 1));
}

/** Everything that the environment has, and everything of its tenant in the cloud. */
async function stateOf(id: string) {
  const { db, member } = product;
  const tenant = { where: { tenantId: member.tenantId }, orderBy: { id: 'asc' } } as const;
  return {
    environment: await db.environment.findUniqueOrThrow({ where: { id } }),
    sessions: await db.session.findMany({ where: { environmentId: id } }),
    events: await db.event.count({ where: { environmentId: id } }),
    runs: await db.run.count({ where: { environmentId: id } }),
    ledger: await db.stack.findMany(tenant),
    stacks: await db.cloudStack.findMany(tenant),
    machines: await db.cloudMachine.findMany(tenant),
    resources: await db.cloudResource.findMany({
      where: { stack: { tenantId: member.tenantId } },
      orderBy: { id: 'asc' },
    }),
    faults: await db.cloudFault.findMany(tenant),
    addresses: await db.cloudAddress.count({ where: { tenantId: member.tenantId } }),
  };
}

describe('a rehearsal', () => {
  it.each<{ name: string; fault: JsonObject | null; outcome: string }>([
    { name: 'nofault', fault: null, outcome: 'success' },
    {
      name: 'command',
      fault: { kind: 'command', target: 'commandshop1/Install-WebServer', message: 'The component store is corrupt.' },
      outcome: 'failed',
    },
    {
      name: 'refused',
      fault: { kind: 'stack', target: 'refuseddc2', message: 'No valid host was found.' },
      outcome: 'failed',
    },
    { name: 'fulldisk', fault: { kind: 'disk', target: 'fulldiskdc2' }, outcome: 'failed' },
  ])('has the steps, the order and the end of the real run: $name', async ({ name, fault, outcome }) => {
    const { member, admin } = product;
    const { at, id, session } = await drafted(name);
    const before = await stateOf(id);
    const rehearsal = await rehearse(at, session, fault);
    expect(await settled(member, rehearsal.at)).toMatchObject({
      rehearsal: { of_environment_id: id, of_session_id: session, deployment_id: rehearsal.run, speed: 20 },
    });
    const played = await courseOf(rehearsal.at, rehearsal.run);
    expect(played.end.outcome).toBe(outcome);
    expect(played.common.length).toBeGreaterThan(0);
    expect(await stateOf(id)).toEqual(before);
    if (fault) {
      await admin.ok('POST', '/v1/simulation/faults', { body: { ...fault, environment_id: id } });
    }
    const run = await deploy(member, at, session);
    await settled(member, at);
    const real = await courseOf(at, run);
    const { machines, ...shared } = played;
    expect(shared).toEqual({ ...real, machines: undefined });
    const failing = text(fault?.target ?? '').split('/')[0];
    for (const machine of machines) {
      const other = real.machines.find(({ host }) => host === machine.host);
      const whole = outcome === 'success' || machine.host === failing;
      expect(whole ? machine : undefined).toEqual(whole ? other : undefined);
      // how far other machines come until a failure is seen is a matter of moments
      const [less = [], more = []] = [machine.started, other?.started ?? []].sort(
        (one, two) => one.length - two.length,
      );
      expect(more).toEqual(expect.arrayContaining(less));
    }
  });

  it('names machines without a pattern as the review and the real run do', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'unnamed' }));
    const hostsIn = async (address: string) => {
      const { services } = await member.ok('GET', address);
      return list(services).flatMap(({ units }) => list(units).map((unit) => object(unit.state).hostname));
    };
    const preview = await member.ok('GET', `${at}/sessions/${session}/preview`);
    const planned = list(preview.machines).map(({ host }) => host);
    expect(planned).toEqual([expect.stringMatching(/^v[0-9a-z]{12}$/)]);
    const rehearsal = await rehearse(at, session);
    await settled(member, rehearsal.at);
    expect(await hostsIn(rehearsal.at)).toEqual(planned);
    await member.ok('DELETE', `${rehearsal.at}/rehearsal`);
    await deploy(member, at, session);
    await settled(member, at);
    expect(await hostsIn(at)).toEqual(planned);
  });

  it('is seen by whoever plays it alone, and counts nowhere', async () => {
    const { member, colleague, admin, reader, container } = product;
    const root = await product.clientOf('root', 'Contoso', 'admin');
    await product.db.user.update({ where: { id: root.userId }, data: { systemAdmin: true } });
    const { at, session } = await drafted('hidden');
    const counts = async () => ({
      own: (await member.ok('GET', '/v1/environments?with_count=true')).environments,
      offer: (await member.ok('GET', '/v1/offer')).quota,
      overview: list((await root.ok('GET', '/v1/admin/overview')).environments).map((one) => one.id),
      tenants: list((await root.ok('GET', '/v1/admin/tenants')).tenants).map((one) => one.id),
      trend: (await root.ok('GET', '/v1/admin/trend')).days,
      deployments: list((await member.ok('GET', '/v1/deployments')).deployments).length,
      machines: (await container.cloud.health?.())?.machines,
    });
    const before = await counts();
    const rehearsal = await rehearse(at, session, { kind: 'disk', target: 'hiddendc2' });
    await settled(member, rehearsal.at);
    expect(await counts()).toEqual(before);
    for (const client of [colleague, admin, reader, root, product.stranger]) {
      expect((await client.call('GET', rehearsal.at)).status).toBe(404);
      expect((await client.call('GET', `${rehearsal.at}/runs/${rehearsal.run}`)).status).toBe(404);
      expect([403, 404]).toContain((await client.call('DELETE', `${rehearsal.at}/rehearsal`)).status);
    }
    expect((await member.call('GET', rehearsal.at)).status).toBe(200);
    const types = `/v1/catalog/services?environment=${rehearsal.id}&run=${rehearsal.run}`;
    expect((await member.call('GET', types)).status).toBe(200);
    expect((await colleague.call('GET', types)).status).toBe(404);
  });

  it('takes nothing but its end: no draft, no run, no password', async () => {
    const { member } = product;
    const { at, session } = await drafted('only');
    const rehearsal = await rehearse(at, session);
    await settled(member, rehearsal.at);
    const { services } = await member.ok('GET', rehearsal.at);
    const service = `${rehearsal.at}/services/${text(list(services)[0]?.id)}`;
    for (const [method, to, body] of [
      ['POST', `${rehearsal.at}/configure`, undefined],
      ['DELETE', rehearsal.at, undefined],
      ['PUT', rehearsal.at, { name: 'mine' }],
      ['POST', `${service}/credentials/reveal`, { property: 'adminPassword' }],
      ['POST', `${rehearsal.at}/executions`, { workflow: 'restart' }],
    ] as const) {
      const answer = await member.call(method, to, body ? { body } : {});
      expect([answer.status, codeOf(answer)]).toEqual([409, 'rehearsal_only']);
    }
  });

  it('is gone without a trace when it is ended, and its page is no more', async () => {
    const { member, db } = product;
    const { at, session, id } = await drafted('gone');
    const rehearsal = await rehearse(at, session, { kind: 'disk', target: 'gonedc2' });
    await settled(member, rehearsal.at);
    const { tenantId } = await db.rehearsal.findUniqueOrThrow({ where: { environmentId: rehearsal.id } });
    await member.ok('DELETE', `${rehearsal.at}/rehearsal`);
    expect((await member.call('GET', rehearsal.at)).status).toBe(404);
    expect(await leftOf(tenantId, rehearsal.id)).toEqual([]);
    expect((await member.call('DELETE', `${rehearsal.at}/rehearsal`)).status).toBe(404);
    const audited = await db.auditEntry.findMany({ where: { targetId: session }, orderBy: { id: 'asc' } });
    expect(audited.map(({ action }) => action)).toEqual(['session.open', 'session.rehearse', 'session.end_rehearsal']);
    expect(audited[1]?.details).toMatchObject({ environmentId: id, kind: 'disk', name: 'gonedc2' });
    expect(audited[1]?.tenantId).toBe(member.tenantId);
  });

  it('goes by itself: with another one of the same person, after an hour, and with its environment', async () => {
    const { member, db } = product;
    const { at, session } = await drafted('later');
    const [first, second] = [await rehearse(at, session), await rehearse(at, session)];
    expect((await member.call('GET', first.at)).status).toBe(404);
    const { container } = product;
    const task = rehearsalTask({ ...container, log: container.log });
    await eventually('the first rehearsal is removed', async () => {
      await task.run(new Date());
      return (await db.environment.count({ where: { id: first.id } })) === 0;
    });
    await settled(member, second.at);
    await task.run(new Date(Date.now() + 59 * 60_000));
    expect((await member.call('GET', second.at)).status).toBe(200);
    await task.run(new Date(Date.now() + 61 * 60_000));
    expect((await member.call('GET', second.at)).status).toBe(404);
    const third = await rehearse(at, session);
    await settled(member, third.at);
    await member.ok('DELETE', at);
    await task.run(new Date());
    expect(await db.environment.count({ where: { id: third.id } })).toBe(0);
    expect(await db.tenant.count({ where: { name: { startsWith: 'rehearsal-' } } })).toBe(await db.rehearsal.count());
  });

  it('is refused as the deployment would be', async () => {
    const { member, colleague, reader } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const address = `${at}/sessions/${session}/rehearsal`;
    await add(member, at, session, webServer({ name: 'broken', domain: 'nowhere.example' }));
    const unfit = await member.call('POST', address, { body: {} });
    expect([unfit.status, codeOf(unfit)]).toEqual([400, 'environment_not_deployable']);
    const amount = await member.call('POST', address, { body: { fault: { kind: 'port', amount: 99_999 } } });
    expect([amount.status, codeOf(amount)]).toEqual([400, 'invalid_input']);
    const outdated = await member.call('POST', address, { body: { revision: 0 } });
    expect([outdated.status, codeOf(outdated)]).toEqual([409, 'session_changed']);
    expect((await colleague.call('POST', address, { body: {} })).status).toBe(403);
    expect((await reader.call('POST', address, { body: {} })).status).toBe(403);
  });
});

/** The tables that still name a tenant or an environment. */
async function leftOf(tenantId: string, environmentId: string): Promise<string[]> {
  const columns = await product.db.$queryRaw<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('tenant_id', 'environment_id') and table_name <> 'audit_entries'`;
  const left: string[] = [];
  for (const { table, column } of columns) {
    const id = column === 'tenant_id' ? tenantId : environmentId;
    const [row] = await product.db.$queryRawUnsafe<{ count: number }[]>(
      `select count(*)::int as count from "${table}" where "${column}" = $1`,
      id,
    );
    if (row && row.count > 0) left.push(table);
  }
  return left;
}
