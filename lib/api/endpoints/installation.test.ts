import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deployed, newEnvironment, open } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { AuditPageSchema, HealthSchema, OverviewSchema } from '@/lib/model/administration';

/** What an administrator sees and switches in the whole installation, over HTTP. */

const WEB = 'io.vetro.windows.WebServer';
const product = productForTests();
let root: Client;
beforeAll(async () => {
  root = await systemAdmin(product);
});

const overview = async () => OverviewSchema.parse(await root.ok('GET', '/v1/admin/overview'));

describe('the overview', () => {
  test('tells of every tenant, most urgent first, why and since when', async () => {
    const fine = await deployed(product.stranger, [webServer()]);
    const faults = '/v1/simulation/faults';
    await product.admin.ok('POST', faults, { body: { kind: 'stack', message: 'No valid host was found', times: 1 } });
    const broken = await deployed(product.member, [webServer({ name: 'broken' })]);
    const draft = await newEnvironment(product.stranger);
    await add(product.stranger, draft.at, await open(product.stranger, draft.at), webServer({ name: 'drafted' }));

    const { environments, machines } = await overview();
    const ours = environments.filter(({ id }) => [fine.id, broken.id, draft.id].includes(id));
    expect(ours.map(({ id, attention, tenant }) => [id, attention, tenant.name])).toEqual([
      [broken.id, 'failed', 'Contoso'],
      [draft.id, 'pending', 'Fabrikam'],
      [fine.id, 'ready', 'Fabrikam'],
    ]);
    expect(ours[0]).toMatchObject({
      service_count: 1,
      deployment: {
        outcome: 'failed',
        user_name: 'max',
        sentence: expect.stringContaining('No valid host'),
        usual_seconds: null,
      },
    });
    expect(machines).toBeGreaterThanOrEqual(1);
    await product.member.ok('DELETE', broken.at);
    await expect.poll(async () => (await product.member.call('GET', broken.at)).status).toBe(404);
  });

  test('names a machine whose agent took a plan and never answered, until it answers again', async () => {
    const { id } = await deployed(product.stranger, [webServer({ name: 'quiet' })]);
    const machine = await product.db.cloudMachine.findFirstOrThrow({
      where: { queue: { startsWith: `e${id}` }, deletedAt: null },
    });
    const { tenantId, queue } = machine;
    await product.db.cloudPlan.create({
      data: { id: 'lost', tenantId, queue, plan: {}, status: 'lost', machineId: machine.id, startedAt: new Date() },
    });
    const found = async () => (await overview()).environments.find((one) => one.id === id);
    expect(await found()).toMatchObject({
      attention: 'silent',
      troubled_machines: [{ host: machine.hostname, state: 'silent' }],
    });
    const health = HealthSchema.parse(await root.ok('GET', '/v1/admin/health'));
    expect(health.agents).toMatchObject({
      ok: false,
      troubled: [{ environment: { id }, tenant: { name: 'Fabrikam' } }],
    });
    await product.db.cloudPlan.create({
      data: {
        id: 'answered',
        tenantId,
        queue,
        plan: {},
        status: 'answered',
        machineId: machine.id,
        startedAt: new Date(),
        answeredAt: new Date(Date.now() + 1_000),
        deliveredAt: new Date(),
      },
    });
    expect(await found()).toMatchObject({ attention: 'ready', troubled_machines: [] });
  });

  test('is followed live over all tenants', async () => {
    const ended = new AbortController();
    const response = await fetch(`${product.url}/v1/admin/events`, {
      headers: { 'x-auth-token': root.token, accept: 'text/event-stream' },
      signal: ended.signal,
    });
    const { at, id } = await newEnvironment(product.stranger);
    const mine = await newEnvironment(product.member);
    await open(product.stranger, at);
    await open(product.member, mine.at);
    const opened = () => seen.split('\n\n').filter((message) => message.startsWith('event: session.opened'));
    const isOpened = (one: string) => opened().some((message) => message.includes(one));
    let seen = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += chunk;
      if (isOpened(id) && isOpened(mine.id)) break;
    }
    expect([isOpened(id), isOpened(mine.id)]).toEqual([true, true]);
    ended.abort();
  });
});

describe('a package that is switched off', () => {
  const offered = async (client: Client) =>
    list((await client.ok('GET', '/v1/catalog/services')).services).find(({ type }) => type === 'webServer')?.offered;
  const flip = (enabled: boolean | null, tenantId?: string) =>
    root.ok('PUT', `/v1/admin/packages/${WEB}${tenantId ? `/tenants/${tenantId}` : ''}`, { body: { enabled } });

  test('is refused for new services, wherever they come from; deployed ones work on', async () => {
    const { member } = product;
    const old = await deployed(member, [webServer({ name: 'old' })]);
    const drafted = await newEnvironment(member);
    const draft = await open(member, drafted.at);
    await add(member, drafted.at, draft, webServer({ name: 'early' }));

    expect(await flip(false)).toMatchObject({ package: WEB, enabled: false });
    expect(await offered(member)).toBe(false);
    const refused = await member.call('POST', `${drafted.at}/services`, {
      session: draft,
      body: webServer({ name: 'late' }),
    });
    expect(refused.status).toBe(400);
    expect(list(object(refused.json).fields)).toEqual([
      expect.objectContaining({ path: 'type', code: 'package_switched_off' }),
    ]);
    const early = await member.call('POST', `${drafted.at}/sessions/${draft}/deploy`);
    expect([early.status, object(early.json).code]).toEqual([400, 'environment_not_deployable']);

    const session = await open(member, old.at);
    const [service] = (await member.call('GET', `${old.at}/services`, { session })).json as { id: string }[];
    const change = { session, body: webServer({ name: 'older' }) };
    expect((await member.call('PUT', `${old.at}/services/${service?.id}`, change)).status).toBe(200);
    expect((await member.call('POST', `${old.at}/sessions/${session}/deploy`)).status).toBe(200);

    await flip(true);
    expect(await offered(member)).toBeUndefined();
    expect((await member.call('POST', `${drafted.at}/sessions/${draft}/deploy`)).status).toBe(200);
  });

  test('is a matter of one tenant, too, which may have it otherwise than the installation', async () => {
    const { member, stranger } = product;
    await flip(false, member.tenantId);
    expect([await offered(member), await offered(stranger)]).toEqual([false, undefined]);
    await flip(false);
    await flip(true, member.tenantId);
    expect([await offered(member), await offered(stranger)]).toEqual([undefined, false]);
    const packages = list((await root.ok('GET', '/v1/admin/packages')).packages);
    expect(packages.find((one) => one.package === WEB)).toMatchObject({
      enabled: false,
      tenants: [{ tenant_name: 'Contoso', enabled: true }],
    });
    await flip(null, member.tenantId);
    expect(await offered(member)).toBe(false);
    await flip(true);
    const core = packages.map(object).find((one) => one.package === 'io.vetro.windows.Core');
    expect(core).toMatchObject({ type: null, versions: [{ shipped: true, current: true, imported_by: null }] });
    expect((await root.call('PUT', '/v1/admin/packages/no.such', { body: { enabled: true } })).status).toBe(404);
  });
});

describe('the audit log', () => {
  const page = async (query: string) => AuditPageSchema.parse(await root.ok('GET', `/v1/admin/audit?${query}`));

  test('is filtered by who, what, where, when and words', async () => {
    const { id } = await newEnvironment(product.stranger, 'Needle 100%');
    const all = await page('limit=5');
    expect(all.entries).toHaveLength(5);
    expect(all.next_marker).toBe(all.entries.at(-1)?.id);
    const found = await page(
      `user=${product.stranger.userId}&tenant=${product.stranger.tenantId}&action=environment&text=needle`,
    );
    expect(found.entries).toMatchObject([
      { action: 'environment.create', target_id: id, user: { name: 'sten' }, tenant: { name: 'Fabrikam' } },
    ]);
    expect((await page('text=100%25')).entries).toHaveLength(1);
    expect((await page('text=1_0%25')).entries).toHaveLength(0);
    expect((await page('to=2000-01-01T00:00:00Z')).entries).toEqual([]);
    expect((await page('from=2000-01-01T00:00:00Z&limit=1')).entries).toHaveLength(1);
    expect((await page('action=env')).entries).toEqual([]);
    expect((await root.call('GET', '/v1/admin/audit?user=nobody')).status).toBe(400);
  });

  test('comes in pages that neither lose nor repeat an entry, whatever is added meanwhile', async () => {
    const ids: string[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const part: { entries: { id: string }[]; next_marker?: string } = await page(
        `limit=7${next === '' ? '' : `&marker=${next}`}`,
      );
      ids.push(...part.entries.map(({ id }) => id));
      next = part.next_marker;
      if (ids.length === 7) await newEnvironment(product.member);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map(Number)).toEqual([...ids.map(Number)].sort((a, b) => b - a));
    expect(ids.at(-1)).toBe(String((await product.db.auditEntry.findFirst({ orderBy: { id: 'asc' } }))?.id));
  });

  test('is taken away as CSV, all of it, harmless to spreadsheets, and that is audited', async () => {
    await product.db.auditEntry.createMany({
      data: Array.from({ length: 1_005 }, (_, n) => ({ action: 'bulk.entry', target: 'row', targetId: `=1+${n}` })),
    });
    const response = await fetch(`${product.url}/v1/admin/audit/export?action=bulk`, {
      headers: { 'x-auth-token': root.token },
    });
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="vetro-audit-[\d-]+\.csv"/);
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_006);
    expect(lines[0]).toMatch(/^id,at,/);
    expect(lines[1]).toContain(`"'=1+1004"`);
    const [entry] = (await page('action=audit.export')).entries;
    expect(entry).toMatchObject({ user: { id: root.userId }, details: { action: 'bulk' } });
  });
});

describe('the probes', () => {
  test('say that the process lives and works, without a token', async () => {
    const nobody = product.anonymous();
    expect((await nobody.call('GET', '/healthz')).json).toEqual({ status: 'ok' });
    expect(await nobody.ok('GET', '/readyz')).toEqual({
      status: 'ready',
      checks: { database: true, migrations: true, conductor: true, cloud: true },
    });
    expect((await nobody.call('POST', '/healthz')).status).toBe(405);
  });

  test('show health in numbers to an administrator', async () => {
    const health = HealthSchema.parse(await root.ok('GET', '/v1/admin/health'));
    expect(health).toMatchObject({
      database: { ok: true, pending_migrations: [] },
      conductor: { ok: true, queued: 0 },
      cloud: { ok: true, simulated: true },
      events: { ok: true },
    });
  });

  test('say no when a migration is missing', async () => {
    const [last] = await product.db.$queryRaw<{ id: string }[]>`
      delete from _prisma_migrations where migration_name = '0007_administration' returning *`;
    const answer = await product.anonymous().call('GET', '/readyz');
    expect([answer.status, object(answer.json).checks]).toEqual([503, expect.objectContaining({ migrations: false })]);
    expect(last).toBeDefined();
    await product.db.$executeRaw`
      insert into _prisma_migrations (id, checksum, migration_name, finished_at)
      values (${text(last?.id)}, 'x', '0007_administration', now())`;
  });

  async function metrics(headers: Record<string, string> = {}) {
    const response = await fetch(`${product.url}/metrics`, { headers });
    return { status: response.status, text: await response.text() };
  }

  test('count requests, deployments, effects and machines for this machine', async () => {
    const { status, text: exposition } = await metrics();
    expect(status).toBe(200);
    expect(exposition).toMatch(
      /^vetro_http_requests_total\{operation="showOverview",method="GET",status="200"\} \d+$/m,
    );
    expect(exposition).toMatch(/^vetro_deployments\{state="success"\} [1-9]\d*$/m);
    expect(exposition).toMatch(/^vetro_effect_duration_seconds_count\{effect="plan",outcome="ok"\} [1-9]\d*$/m);
    expect(exposition).toMatch(/^vetro_build_info\{version="[^"]+"\} 1$/m);
    expect(exposition).toMatch(/^vetro_database_up 1$/m);
    expect(exposition).toContain('nodejs_eventloop_lag_seconds');
  });

  test('are refused to what a proxy passes on, and with a token in the settings to who has none', async () => {
    expect((await metrics({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(403);
    const { config } = product.container;
    config.metricsToken = 'a token for the scraper';
    expect((await metrics()).status).toBe(403);
    expect((await metrics({ authorization: 'Bearer another token, as long' })).status).toBe(403);
    expect(
      (await metrics({ authorization: `Bearer ${config.metricsToken}`, 'x-forwarded-for': '1.2.3.4' })).status,
    ).toBe(200);
    config.metricsToken = null;
  });
});
