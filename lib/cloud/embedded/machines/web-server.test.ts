import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWindowsFacts } from '@/lib/api/testing/windows-facts';
import { call, planOf, startTestCloud, type TestCloud } from '@/lib/cloud/embedded/testing';
import { machineResources, UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { PlanCommand } from '@/lib/formats/execution-plan/plan';
import { readResult } from '@/lib/formats/execution-plan/result';
import type { FaultKind } from '@/lib/model/faults';

const never = new AbortController().signal;
const URL = 'https://git.example/shop.git';

const install = call('Install-WebServer', { SiteTitle: 'Hello' });
const deploy = (healthPath = '') => call('Deploy-WebAppFromGit', { Url: URL, Name: 'Shop', HealthPath: healthPath });
const look = (path = '') => call('Test-WebServer', { Path: path });

describe('a simulated web server, like a real one,', () => {
  let database: TestDatabase;
  let under: TestCloud;
  let tenantId = '';

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    tenantId = randomUUID().replaceAll('-', '');
    under = await startTestCloud(database);
    const resources = machineResources(['web1'], () => queue());
    const template = { heat_template_version: '2018-08-31', resources };
    const request = { scope: { tenantId }, name: 'stack', requestId: randomUUID(), template, parameters: {} };
    const result = await under.stacks.apply(request, never);
    if (!result.ok) throw new Error(result.reason);
  });
  afterEach(() => under.cloud.stop());
  afterAll(() => database.drop());

  const queue = () => `q-${tenantId}-web1`;
  /** @returns the words of the failure of a command; empty where it did not fail */
  async function run(command: PlanCommand): Promise<string> {
    const planId = randomUUID();
    const plan = planOf([command]);
    await under.cloud.agents.send({ ...UNHURRIED, scope: { tenantId }, planId, queue: queue(), plan });
    const reading = readResult({ Commands: [command] }, await under.replyTo(planId));
    if (reading.kind === 'notStarted') return reading.exception.message;
    return reading.failed?.exception.message ?? '';
  }
  async function during(kind: FaultKind, amount: number | null, what: () => Promise<void>): Promise<void> {
    const fault = await under.cloud.simulation.faults.add({ kind, tenantId, target: 'web1', amount });
    await what();
    await under.cloud.simulation.faults.remove(fault);
  }
  async function features(): Promise<string[]> {
    const { facts } = await database.db.cloudMachine.findFirstOrThrow({ where: { tenantId, deletedAt: null } });
    return readWindowsFacts(facts).features;
  }

  test('is installed on a Windows without a desktop, and has no consoles there', async () => {
    await during('desktop', null, async () => {
      expect(await run(install)).toBe('');
      expect(await features()).not.toContain('Web-Mgmt-Console');
    });
    expect(await run(install)).toBe('');
    expect(await features()).toContain('Web-Mgmt-Console');
  });

  test('takes an application that wants visitors to sign in, and one without a first page', async () => {
    expect(await run(install)).toBe('');
    for (const status of [401, 404])
      await during('page', status, async () => {
        expect(await run(deploy())).toBe('');
        expect(await run(look())).toBe('');
      });
  });

  test('refuses one that fails, and one without the page of its health check', async () => {
    expect(await run(install)).toBe('');
    const late = "Answering of 'Shop' on port 80 did not happen within 180 seconds. Last answer: ";
    await during('page', 500, async () => expect(await run(deploy())).toBe(`${late}/ answers with 500.`));
    await during('page', 404, async () =>
      expect(await run(deploy('/health'))).toBe(`${late}/health answers with 404.`),
    );
    expect(await run(deploy('/health'))).toBe('');
    await during('page', 503, async () =>
      expect(await run(look('/health'))).toMatch(/ runs, but \/health does not answer: \/health answers with 503\.$/),
    );
  });

  test('tells which part of the source it could not fetch', async () => {
    expect(await run(install)).toBe('');
    await during('source', null, async () =>
      expect(await run(deploy())).toContain(`Fetching the submodules of ${URL} failed: fatal: clone of `),
    );
    expect(await run(deploy())).toBe('');
  });
});
