import { archiveOf } from '@/lib/catalog/testing/archives';
import { WEB_PAIR, webPair } from '@/lib/conductor/runtime/testing/web-pair';
import { newId } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';
import type { Client, Product } from '../product';
import { list, object, text } from '../responses';
import { activeDirectory, aspNetApp, webServer, webServerFarm } from '../services';
import { add, deployed, open, settled } from '../stories';
import type { Known } from './requests';

const FAULTS = '/v1/simulation/faults';
const SCHEDULE = { name: 'New year', workflow: 'stop', cron: '0 3 1 1 *', time_zone: 'UTC' };
const DAY_MS = 24 * 3600 * 1000;
/** What makes a name one of its own; no id, which people never read. */
const nameSuffix = () => crypto.randomUUID().slice(0, 8);
/** Rules that never have anything to say, so that they hold up nobody. */
const RULES = 'predeploy_errors(e, o, "No.") :- murano:states(e, s), murano:parent_types(o, "nothing")';

/**
 * Makes one real thing of each kind that a path can name, all in one environment as far as they belong to one: there
 * are machines, a draft, an action, a run that failed, and what people keep beside.
 *
 * @param product with the pair of web servers in its catalog
 * @param root who administers the installation
 */
export async function thingsToName(product: Product, root: Client): Promise<Known> {
  await withoutWhatHoldsUp(product, root);
  // Both wait for machines, each for its own.
  const [known, other] = await Promise.all([thingsOfOneEnvironment(product, root), disposable(product)]);
  return {
    ...known,
    apart: { ...Object.fromEntries(TAKES_AWAY.map((operation) => [operation, other])), ...known.apart },
  };
}

async function thingsOfOneEnvironment(product: Product, root: Client): Promise<Known> {
  const { member, container, db } = product;
  const suffix = nameSuffix();
  const pair = webPair('pages', [`p${suffix}`]);
  const { id: environmentId, at } = await deployed(member, [webServer({ unitNamingPattern: `w${suffix}` }), pair]);
  const { runId, failureId, executionId } = await failedRuns(product, { id: environmentId, at, host: `w${suffix}` });
  const sessionId = await open(member, at);
  const serviceId = text((await add(member, at, sessionId, activeDirectory())).id);
  const victim = await product.clientOf(`victim-${suffix}`, `tenant-${suffix}`, 'member');
  const deployments = await db.run.findMany({ where: { environmentId, kind: 'deploy' }, select: { id: true } });
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const services = list((await member.call('GET', `${at}/services`)).json);
  const units = services.flatMap((service) => list(service.units).map((unit) => text(unit.id)));
  const schedule = await member.ok('POST', `${at}/schedules`, { body: SCHEDULE });
  const packages = {
    package: list((await root.ok('GET', '/v1/admin/packages')).packages).map((one) => text(one.package)),
  };
  const document = await member.ok('GET', `${at}/export`);
  const some = [webServer(), activeDirectory(), aspNetApp(), webServerFarm()];
  return {
    ids: {
      environmentId: [environmentId],
      environment_id: [environmentId],
      sessionId: [sessionId],
      'x-configuration-session': [sessionId],
      session_id: [sessionId],
      deploymentId: ids(deployments),
      deployment_id: ids(deployments),
      serviceId: [serviceId, ...services.map(({ id }) => text(id))],
      service_id: [serviceId, ...services.map(({ id }) => text(id))],
      path: [serviceId, `${serviceId}/units`, `${serviceId}/units/0`],
      unitId: units,
      unit_ids: units,
      actionId: [
        ...list((await member.ok('GET', `${at}/actions`)).actions).map(({ id }) => text(id)),
        ...ids(await db.run.findMany({ where: { environmentId, kind: 'action' }, select: { id: true } })),
      ],
      executionId: [executionId],
      runId: [runId, executionId, ...ids(deployments)],
      failureId: [failureId, runId],
      scheduleId: [text(schedule.id)],
      passkeyId: [await passkey(product)],
      signInId: [await container.auth.signIns.begin({ id: member.userId, credentialVersion: 0 })],
      categoryId: list((await member.ok('GET', '/v1/catalog/categories')).categories).map(({ id }) => text(id)),
      className: ['com.example.WebPair', 'io.murano.resources.Instance'],
      methodNames: ['greet', 'measure'],
      userId: [victim.userId],
      tenantId: [victim.tenantId],
      tenant: [victim.tenantId],
      type: (await container.catalog.serviceTypes(member.tenantId)).map(({ type }) => type),
      machine: ids(await db.cloudMachine.findMany({ select: { id: true }, take: 5 })),
      'X-Subject-Token': [victim.token],
      topic: ['tenant', 'installation', `environment:${environmentId}`],
      ...(await policyAndException(product, environmentId)),
      ...(await templateAndPackage(product, environmentId)),
      faultId: [
        await addFault(product, { kind: 'command', target: 'nobody/Set-Nothing', environment_id: environmentId }),
      ],
    },
    apart: {
      switchPackage: packages,
      switchPackageOfTenant: packages,
      showPackageConfiguration: packages,
      configurePackage: packages,
      configurePackageOfTenant: packages,
      compareVersions: { from: ['1'], to: ['1'] },
      listAudit: { from: ['2026-01-01T00:00:00Z'], to: [new Date().toISOString()] },
    },
    bodies: {
      orderCategories: [{ categories: ['Web'] }],
      whatIf: units.map((unit) => ({ units: [unit], services: [] })),
      configurePackage: [{ values: {} }],
      configurePackageOfTenant: [{ values: {} }],
      addServices: [...some, some],
      replaceServices: [some],
      addBelowService: [{}, webServer()],
      changeService: [activeDirectory(), webServer()],
      importEnvironment: [{ document, name: 'again' }],
      checkImport: [{ document }],
      createSchedule: [
        SCHEDULE,
        { ...SCHEDULE, workflow: 'execute_operation', operation: 'maintenance.clear_logs', parameters: { days: 40 } },
        { ...SCHEDULE, service_id: services[0]?.id ?? null, unit_ids: units },
      ],
      previewSchedule: [{ cron: SCHEDULE.cron, time_zone: SCHEDULE.time_zone }],
      changeSchedule: [{ cron: '*/5 * * * *' }, SCHEDULE],
      createPolicy: [{ name: `Rules ${suffix}`, text: RULES }],
      checkPolicyText: [{ text: RULES }],
      importPolicy: [{ file: `Format: Policy/1.0\nname: r${suffix}\ntitle: A\nsummary: B\nrules: |\n  ${RULES}\n` }],
      changeHealth: [
        { check_minutes: null, self_healing: { enabled: false, most_per_day: 3, cool_down_minutes: 30 } },
        { check_minutes: 10, self_healing: { enabled: true, most_per_day: 1, cool_down_minutes: 0 } },
      ],
      tryPolicy: [{ text: RULES }, { text: RULES, environment_id: environmentId, explain: true }],
      explainPolicy: [{ text: RULES, environment_id: environmentId }],
      changePolicy: [{ text: RULES, enabled: true, mode: 'warn' }, { enabled: false }],
      proveMe: [{ password: 'not it' }, { password: 'not it', totp: '000000' }],
      startExecution: workflows(units),
      planExecution: workflows(units),
      addFault: [{ kind: 'command', target: 'nobody/Set-Nothing', environment_id: environmentId }],
      startAction: [{ greeting: 'Hello', keep: true }],
      issueToken: [
        { auth: { identity: { methods: ['token'], token: { id: victim.token } } } },
        { auth: { identity: { methods: ['password'], password: { user: { name: 'x', password: 'y' } } } } },
      ],
    },
  };
}

/** After these others would find no draft, no run to go on with, or nothing at all. */
const TAKES_AWAY = [
  ...['deleteEnvironment', 'deploySession', 'discardSession', 'startExecution', 'startAction', 'rollBack'],
  ...['resumeExecution', 'rollBackExecution', 'retryMachine', 'removeAllServices', 'replaceServices'],
];

/** An environment with a draft and a run that failed, for what takes away. */
async function disposable(product: Product): Promise<Known['ids']> {
  const host = `d${nameSuffix()}`;
  const { member } = product;
  const { id, at } = await deployed(member, [webServer({ unitNamingPattern: host }), webPair('pages', [`p${host}`])]);
  const { runId, failureId } = await failedRuns(product, { id, at, host });
  const actions = list((await member.ok('GET', `${at}/actions`)).actions).map((one) => text(one.id));
  const sessionId = await open(member, at);
  const ids = { runId: [runId], executionId: [runId], failureId: [failureId], actionId: actions };
  return { ...ids, environmentId: [id], sessionId: [sessionId], 'x-configuration-session': [sessionId] };
}

/** What some of the requests set, or made go wrong on purpose, would hold up the others. */
async function withoutWhatHoldsUp({ container, db, faults, member }: Product, root: Client): Promise<void> {
  const ample = { machines: 1_000_000, vcpus: 1_000_000, memory_mb: 1_000_000_000, disk_gb: 1_000_000 };
  await root.ok('PUT', `/v1/admin/tenants/${member.tenantId}/quota`, { body: ample });
  await container.cloud.simulation?.clock.setSpeed(1);
  for (const { id } of await faults.list()) await faults.remove(id);
  await db.policy.deleteMany({});
  await db.policySettings.deleteMany({});
  for (const { package: name, tenantId } of await db.packageSwitch.findMany()) {
    const at = `/v1/admin/packages/${name}`;
    if (tenantId) await root.ok('PUT', `${at}/tenants/${tenantId}`, { body: { enabled: null } });
    else await root.ok('PUT', at, { body: { enabled: true } });
  }
}

const workflows = (units: string[]): JsonObject[] => [
  { workflow: 'restart' },
  { workflow: 'check_status', unit_ids: units },
  { workflow: 'heal' },
  { workflow: 'check_drift' },
  { workflow: 'update', skip_drift_check: true },
  { workflow: 'scale', delta: 1 },
  { workflow: 'suspend', types: ['webServer'] },
  { workflow: 'wake', ignore_failure: true },
  { workflow: 'execute_operation', operation: 'greet', parameters: { greeting: 'Hello' } },
];

async function passkey({ db, member: { userId } }: Product): Promise<string> {
  const data = { userId, credentialId: nameSuffix(), publicKey: Buffer.from([0xa0]), name: 'Laptop' };
  return (await db.passkey.create({ data: { id: newId(), ...data } })).id;
}

const addFault = async ({ admin }: Product, fault: JsonObject) =>
  text((await admin.ok('POST', FAULTS, { body: { message: 'It hangs.', ...fault } })).id);

/** An action that has its result, and a restart with a step that failed. */
async function failedRuns(product: Product, { id, at, host }: { id: string; at: string; host: string }) {
  const { member, db } = product;
  const actions = list((await member.ok('GET', `${at}/actions`)).actions);
  await member.ok('POST', `${at}/actions/${text(actions.find(({ method }) => method === 'greet')?.id)}`, {
    body: { greeting: 'Hello' },
  });
  await settled(member, at);
  const fault = await addFault(product, { kind: 'command', target: `${host}/Start-WebServer`, environment_id: id });
  const { execution_id } = await member.ok('POST', `${at}/executions`, { body: { workflow: 'restart' } });
  await settled(member, at);
  await product.admin.ok('DELETE', `${FAULTS}/${fault}`);
  const runId = text(execution_id);
  const finished = await db.event.findMany({ where: { runId, kind: 'effect.finished' } });
  const failed = finished.map(({ data }) => object(data as JsonObject)).find(({ outcome }) => outcome === 'failed');
  return { runId, executionId: runId, failureId: text(failed?.effectId) };
}

async function policyAndException({ admin }: Product, environmentId: string): Promise<Known['ids']> {
  const { id } = await admin.ok('POST', '/v1/policies', { body: { name: `Rules ${nameSuffix()}`, text: RULES } });
  const at = `/v1/policies/${text(id)}`;
  await admin.ok('PATCH', at, { body: { text: `${RULES}\n` } });
  const until = new Date(Date.now() + DAY_MS).toISOString();
  const body = { environment_id: environmentId, reason: 'Needed for the fair', until };
  const exception = await admin.ok('POST', `${at}/exceptions`, { body });
  const { templates } = await admin.ok('GET', '/v1/policy-templates');
  return {
    policyId: [text(id)],
    policy_id: [text(id)],
    exceptionId: [text(exception.id)],
    requestId: [text(exception.id)],
    template: list(templates).map(({ name }) => text(name)),
    until: [until],
    at: [new Date().toISOString()],
  };
}

async function templateAndPackage(product: Product, environmentId: string): Promise<Known['ids']> {
  const body = { environment_id: environmentId, name: `Saved ${nameSuffix()}` };
  const saved = await product.member.ok('POST', '/v1/templates', { body });
  const name = `com.example.P${nameSuffix()}`;
  const archive = archiveOf(WEB_PAIR, (content) =>
    content.replaceAll('com.example.WebPair', name).replace(/^Name: WebPair$/m, `Name: ${name}`),
  );
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  const { id } = (await response.json()) as JsonObject;
  const { templates } = await product.member.ok('GET', '/v1/templates');
  return {
    templateId: [text(saved.id), ...list(templates).map((one) => text(one.id))],
    packageId: [text(id)],
    package: [name],
    fqn: [name],
  };
}
