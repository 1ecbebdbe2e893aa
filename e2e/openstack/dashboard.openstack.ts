import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startRabbit } from '@/lib/cloud/agents/testing/rabbit';
import type { OpenStackCredential } from '@/lib/cloud/openstack/settings';
import { tenantTag } from '@/lib/cloud/openstack/stack-tags';
import { projectOfTests, settingsOfTests } from '@/lib/cloud/openstack/testing';
import { startHypervisor } from '@/lib/cloud/openstack/testing/hypervisor';
import { createTestDatabase } from '@/lib/db/testing';
import { freePort } from '@/lib/testing/free-port';

type Environment = Record<string, string>;
interface Setup {
  ensureBuild(): Promise<void>;
  ensureChromium(): Promise<string>;
  run(command: string, args: string[], options: { env: Environment }): Promise<number>;
}
interface Served {
  url: string;
  stop(): Promise<void>;
}
type Serve = (options: { port: number; databaseUrl: string; output: number; env: Environment }) => Promise<Served>;

const script = (name: string) => import(pathToFileURL(path.resolve('scripts', name)).href);
/** What the wizard calls the machines of a domain and of a farm. */
const MACHINES = ['dc1', 'dc2', 'web1', 'web2'];
/** What the server wrote: there to be read when a part of the story failed. */
const LOG = path.resolve('.cache/openstack-server.log');

/**
 * The built product as it is operated, with nothing but settings, on a real OpenStack: people use its pages in a browser, the
 * cloud has real stacks, and each machine's agent is a process that is started from the user data of its server.
 */
describe('somebody whom Keystone knows, in the dashboard', () => {
  const settings = settingsOfTests();
  const administrator = { ...settings.credential, userName: 'admin', project: 'admin' } as OpenStackCredential;
  const { project, close } = projectOfTests(settings);
  const ends: (() => Promise<unknown>)[] = [close];
  let story: (title: string) => Promise<number>;
  let hypervisor: ReturnType<typeof startHypervisor>;

  beforeAll(async () => {
    // what is started here is the product, not a test
    vi.stubEnv('NODE_ENV', 'production');
    vi.stubEnv('JEST_WORKER_ID', undefined);
    const { ensureBuild, ensureChromium, run } = (await script('setup.mjs')) as Setup;
    const { serve } = (await script('serve.mjs')) as { serve: Serve };
    await ensureBuild();
    const rabbit = await startRabbit();
    ends.unshift(rabbit.close);
    const returns = { 'Get-DnsListeningIpAddress': ['10.20.0.5'] };
    hypervisor = startHypervisor({ ...settings, credential: administrator }, returns);
    ends.unshift(hypervisor.close);
    const database = await createTestDatabase();
    ends.unshift(database.drop);
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-dashboard-'));
    ends.push(async () => fs.rmSync(directory, { recursive: true, force: true }));
    const { host, port, user, password, managementUrl } = rabbit.settings;
    fs.mkdirSync(path.dirname(LOG), { recursive: true });
    const server = await serve({
      port: await freePort(),
      databaseUrl: database.url,
      output: fs.openSync(LOG, 'w'),
      env: {
        VETRO_DATA_DIR: directory,
        VETRO_CLOUD: 'openstack',
        VETRO_IDENTITY: 'keystone',
        VETRO_KEYSTONE_ROLES: 'member=member',
        VETRO_AMQP_URL: `amqps://${user}:${password}@${host}:${port}`,
        VETRO_AMQP_MANAGEMENT_URL: managementUrl,
        VETRO_AMQP_CACERT: rabbit.caFile,
      },
    });
    ends.unshift(server.stop);
    const cli = path.resolve('node_modules/@playwright/test/cli.js');
    const config = path.resolve('e2e/openstack/playwright.config.ts');
    const env = { VETRO_URL: server.url, VETRO_CHROMIUM: await ensureChromium(), VETRO_RUN_WAIT_MS: '600000' };
    story = (title) => run(process.execPath, [cli, 'test', '--config', config, '--grep', title], { env });
  });
  afterAll(async () => {
    for (const end of ends) await end();
    vi.unstubAllEnvs();
  });

  const stacks = async () => {
    const { projectId } = await project.keystone.session();
    const names = await project.heat.list(tenantTag({ tenantId: projectId }));
    return Promise.all(names.map((name) => project.heat.find(name)));
  };
  const called = (host: string) =>
    hypervisor
      .machine(host)
      ?.calls()
      .map(({ name }) => name) ?? [];

  test('deploys a domain and a farm: one stack in Heat, and four machines that did what they were told', async () => {
    expect(await story('deploys a domain'), `the browser's story; the server's log is ${LOG}`).toBe(0);
    expect(await stacks()).toMatchObject([{ status: expect.stringMatching(/^(CREATE|UPDATE)_COMPLETE$/) }]);
    expect(hypervisor.hosts()).toEqual(MACHINES);
    expect(called('dc1')).toContain('Install-RolePrimaryDomainController');
    expect(called('dc2')).toContain('Install-RoleSecondaryDomainController');
    for (const host of ['web1', 'web2'])
      expect(called(host)).toEqual(expect.arrayContaining(['Join-Domain', 'Install-WebServer']));
  });

  test('deletes it, and neither stack nor machine is left', async () => {
    expect(await story('deletes the environment'), `the browser's story; the server's log is ${LOG}`).toBe(0);
    expect(await stacks()).toEqual([]);
    const left = (await project.nova.servers()).map(({ name }) => name);
    expect(left.filter((name) => MACHINES.includes(name))).toEqual([]);
  });
});
