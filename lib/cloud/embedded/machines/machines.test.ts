import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWindowsFacts } from '@/lib/api/testing/windows-facts';
import { call, planOf, startTestCloud, type TestCloud, testSecrets } from '@/lib/cloud/embedded/testing';
import { UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { ExecutionPlan, PlanCommand } from '@/lib/formats/execution-plan/plan';
import { readResult } from '@/lib/formats/execution-plan/result';
import type { JsonObject } from '@/lib/model/json';
import type { AgentReply } from '@/lib/ports/cloud/cloud';
import { eventually } from '@/lib/testing/patience';

const never = new AbortController().signal;
const PASSWORD = 'Passw0rd!one';
const SAFE_MODE = 'Recover1!';
const DOMAIN = 'acme.local';

const setPassword = call('Set-LocalUserPassword', { UserName: 'Administrator', Password: PASSWORD, Force: true });
const promote = call('Install-RolePrimaryDomainController', { DomainName: DOMAIN, SafeModePassword: SAFE_MODE });
const dnsServer = (address: string) =>
  call('Set-NetworkAdapterConfiguration', { FirstAvailable: true, DNSServer: address });
const join = (more: JsonObject = {}) =>
  call('Join-Domain', { Username: 'Administrator', Password: PASSWORD, DomainName: DOMAIN, OUPath: '', ...more });
const promoteSecond = (more: JsonObject = {}) =>
  call('Install-RoleSecondaryDomainController', {
    DomainName: DOMAIN,
    UserName: 'Administrator',
    Password: PASSWORD,
    SafeModePassword: SAFE_MODE,
    ...more,
  });

describe('a simulated Windows machine', () => {
  let database: TestDatabase;
  let under: TestCloud;
  let scope = { tenantId: '' };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    scope = { tenantId: randomUUID().replaceAll('-', '') };
    under = await startTestCloud(database);
  });
  afterEach(() => under.cloud.stop());
  afterAll(() => database.drop());

  async function boot(...hosts: string[]): Promise<void> {
    const resources = Object.fromEntries(
      hosts.map((name) => [
        name,
        {
          type: 'OS::Nova::Server',
          properties: { name, image: 'ws-2022-std', flavor: 'm1.small', metadata: { agent_queue: queueOf(name) } },
        },
      ]),
    );
    const template = { heat_template_version: '2018-08-31', resources };
    const request = { scope, name: 'machines', requestId: randomUUID(), template, parameters: {} };
    const result = await under.stacks.apply(request, never);
    if (!result.ok) throw new Error(result.reason);
  }
  const queueOf = (host: string) => `q-${scope.tenantId}-${host}`;
  async function send(host: string, plan: ExecutionPlan): Promise<string> {
    const planId = randomUUID();
    await under.cloud.agents.send({ ...UNHURRIED, scope, planId, queue: queueOf(host), plan });
    return planId;
  }
  async function run(host: string, commands: PlanCommand[], reboot: 0 | 1 | 2 = 0): Promise<AgentReply['result']> {
    return under.replyTo(await send(host, planOf(commands, reboot)));
  }
  /** Type and words of the failure of a plan's last command. */
  async function refusal(host: string, commands: PlanCommand[], reboot: 0 | 1 | 2 = 0): Promise<string> {
    const reading = readResult({ Commands: commands }, await run(host, commands, reboot));
    if (reading.kind === 'notStarted') return reading.exception.message;
    return reading.failed ? `${reading.failed.exception.type}: ${reading.failed.exception.message}` : 'no failure';
  }
  async function machine(host: string) {
    const row = await database.db.cloudMachine.findFirstOrThrow({
      where: { tenantId: scope.tenantId, hostname: host, deletedAt: null },
    });
    return { ...row, windows: readWindowsFacts(row.facts) };
  }
  async function domainAt(host: string): Promise<string> {
    const done = await run(host, [setPassword, promote], 1);
    if (JSON.stringify(done).includes('"IsException":true')) throw new Error(JSON.stringify(done));
    return (await machine(host)).address;
  }

  describe('a whole domain', () => {
    test('two controllers and a web server come up in order, in the agent’s result format', async () => {
      await boot('dc1', 'dc2', 'web1');
      expect(await run('dc1', [setPassword, promote], 1)).toEqual({
        IsException: false,
        Result: [
          { IsException: false, Result: [] },
          // what the administrator of the new domain is called
          { IsException: false, Result: ['Administrator'] },
        ],
      });
      const dns = await run('dc1', [call('Get-DnsListeningIpAddress')]);
      const { address } = await machine('dc1');
      expect(dns).toEqual({ IsException: false, Result: [{ IsException: false, Result: [address] }] });
      await Promise.all([run('dc2', [dnsServer(address), join()], 1), run('web1', [dnsServer(address), join()], 1)]);
      await Promise.all([
        run('dc2', [promoteSecond()], 1),
        run('web1', [
          call('Copy-Prerequisites', { Destination: 'C:\\Prerequisites' }),
          call('Install-WebServer', { PrerequisitesPath: 'C:\\Prerequisites\\IIS' }),
        ]),
      ]);
      const [dc1, dc2, web1] = await Promise.all(['dc1', 'dc2', 'web1'].map(machine));
      expect(dc1?.windows.directory).toMatchObject({ domain: DOMAIN, netbios: 'ACME' });
      expect(dc2?.windows.directory?.id).toBe(dc1?.windows.directory?.id);
      expect(web1?.windows).toMatchObject({ domain: DOMAIN, directory: null, sites: [{ port: 80 }] });
    });

    test('no password is kept: hashes only, and plans are emptied once they are answered', async () => {
      await boot('dc1');
      const sealed = planOf([
        call('Set-LocalUserPassword', { UserName: 'Administrator', Password: testSecrets.seal(PASSWORD), Force: true }),
      ]);
      await under.replyTo(await send('dc1', sealed));
      await domainAt('dc1');
      for (const table of [
        'cloud_machines',
        'cloud_plans',
        'cloud_machine_events',
        'cloud_resources',
        'cloud_operations',
      ]) {
        const rows = await database.db.$queryRawUnsafe<object[]>(`select row_to_json(t)::text as row from ${table} t`);
        expect(JSON.stringify(rows)).not.toContain(PASSWORD);
        expect(JSON.stringify(rows)).not.toContain(Buffer.from(PASSWORD).toString('base64').slice(0, -2));
      }
    });
  });

  describe('refuses what a real machine would refuse', () => {
    test('a function that no script of the plan defines', async () => {
      await boot('a');
      const plan = { ...planOf([call('Other-Function')]), Commands: [setPassword] };
      const answer = await under.replyTo(await send('a', plan));
      expect(JSON.stringify(answer)).toContain('System.Management.Automation.CommandNotFoundException');
      expect(JSON.stringify(answer)).toContain("The term 'Set-LocalUserPassword' is not recognized");
    });

    test('missing and unknown parameters', async () => {
      await boot('a');
      expect(await refusal('a', [call('Set-LocalUserPassword', { UserName: 'Administrator', Force: true })])).toBe(
        'System.Management.Automation.ParameterBindingException: Cannot process command because of one or more missing mandatory parameters: Password.',
      );
      expect(await refusal('a', [call('Get-DnsListeningIpAddress', { Colour: 1 })])).toContain(
        "A parameter cannot be found that matches parameter name 'Colour'.",
      );
    });

    test('a weak password and an account that is not there', async () => {
      await boot('a');
      const set = (UserName: string, Password: string) =>
        call('Set-LocalUserPassword', { UserName, Password, Force: true });
      expect(await refusal('a', [set('Administrator', 'short')])).toContain('does not meet the password policy');
      expect(await refusal('a', [set('Bob', PASSWORD)])).toContain("There is no account 'Bob' on A.");
    });

    test('promotion with a blank Administrator password, a weak recovery password, or of the controller of another domain', async () => {
      await boot('a');
      expect(await refusal('a', [promote])).toContain('the local Administrator password is blank');
      const weak = call('Install-RolePrimaryDomainController', { DomainName: DOMAIN, SafeModePassword: 'x' });
      expect(await refusal('a', [setPassword, weak])).toContain('does not meet the password complexity requirements');
      await domainAt('a');
      const other = call('Install-RolePrimaryDomainController', {
        DomainName: 'else.local',
        SafeModePassword: SAFE_MODE,
      });
      expect(await refusal('a', [other])).toBe(
        "System.Management.Automation.RuntimeException: A is a controller of 'acme.local' already and cannot create 'else.local'.",
      );
    });

    test('a second domain of the same name on the network', async () => {
      await boot('a', 'b');
      await domainAt('a');
      expect(await refusal('b', [setPassword, promote])).toContain(`'${DOMAIN}' is already in use`);
    });

    test('joining a domain whose DNS it does not ask, or whose controller is not up', async () => {
      await boot('dc', 'web');
      expect(await refusal('web', [join()])).toContain(
        "Finding the domain 'acme.local' through the name server did not happen within 300 seconds.",
      );
      const dns = await domainAt('dc');
      expect(await refusal('web', [join()])).toContain('DNS name does not exist');
      await database.db.cloudMachine.updateMany({
        where: { hostname: 'dc', tenantId: scope.tenantId },
        data: { power: 'stopped' },
      });
      expect(await refusal('web', [dnsServer(dns), join()])).toContain('DNS name does not exist');
    });

    test('joining with the wrong password, or while it is in another domain', async () => {
      await boot('dc', 'web', 'other');
      const dns = await domainAt('dc');
      expect(await refusal('web', [dnsServer(dns), join({ Password: 'Wrong1!aa' })])).toContain(
        'The user name or password is incorrect.',
      );
      await run(
        'other',
        [
          setPassword,
          call('Install-RolePrimaryDomainController', { DomainName: 'other.local', SafeModePassword: SAFE_MODE }),
        ],
        1,
      );
      const second = (await machine('other')).address;
      await run('web', [dnsServer(dns), join()], 1);
      expect((await machine('web')).windows.domain).toBe(DOMAIN);
      expect(await refusal('web', [dnsServer(second), join({ DomainName: 'other.local' })])).toContain(
        "it must leave that before it can join 'other.local'",
      );
    });

    test('a further controller that is not a member, and one with wrong credentials', async () => {
      await boot('dc1', 'dc2');
      const dns = await domainAt('dc1');
      expect(await refusal('dc2', [promoteSecond()])).toContain("DC2 is not a member of 'acme.local'");
      await run('dc2', [dnsServer(dns), join()], 1);
      expect(await refusal('dc2', [promoteSecond({ Password: 'Wrong1!aa' })])).toContain('password is incorrect');
      expect(await refusal('dc2', [promoteSecond({ UserName: 'ACME\\Administrator' })], 1)).toBe('no failure');
    });

    test('leaving another domain than its own, and a controller leaving its own', async () => {
      await boot('dc', 'web');
      const leave = (DomainName: string) =>
        call('Leave-Domain', { DomainName, UserName: 'Administrator', Password: PASSWORD });
      const dns = await domainAt('dc');
      expect(await refusal('dc', [leave(DOMAIN)])).toContain('DC is a controller of');
      await run('web', [dnsServer(dns), join()], 1);
      expect(await refusal('web', [leave('other.local')])).toContain("not in 'other.local'");
      expect(await refusal('web', [leave(DOMAIN)], 1)).toBe('no failure');
      expect((await machine('web')).windows.domain).toBeNull();
    });

    test('trap 5: but leaves alone what is as it should be already, so that a repeated plan does no harm', async () => {
      await boot('dc', 'web');
      const dns = await domainAt('dc');
      const before = (await machine('dc')).windows.directory;
      expect(await refusal('dc', [promote], 1)).toBe('no failure');
      expect((await machine('dc')).windows.directory).toEqual(before);
      expect(await refusal('web', [call('Leave-Domain', { DomainName: DOMAIN })])).toBe('no failure');
      for (let i = 0; i < 2; i++) expect(await refusal('web', [dnsServer(dns), join()], 1)).toBe('no failure');
      const install = call('Install-WebServer', { SiteTitle: 'shop' });
      for (let i = 0; i < 2; i++) expect(await refusal('web', [install])).toBe('no failure');
    });

    test('asking for DNS addresses where there is no DNS server, a web server without its prerequisites', async () => {
      await boot('a');
      expect(await refusal('a', [call('Get-DnsListeningIpAddress')])).toContain(
        'Starting the name server did not happen',
      );
      expect(await refusal('a', [call('Install-WebServer', { PrerequisitesPath: 'C:\\None' })])).toContain(
        'System.IO.FileNotFoundException',
      );
    });

    test('a changed domain password counts on every controller', async () => {
      await boot('dc1', 'dc2', 'web');
      const dns = await domainAt('dc1');
      await run('dc2', [dnsServer(dns), join()], 1);
      await run('dc2', [promoteSecond()], 1);
      const fresh = 'Changed2@two';
      await run('dc1', [call('Set-LocalUserPassword', { UserName: 'Administrator', Password: fresh, Force: true })]);
      const second = (await machine('dc2')).address;
      expect(await refusal('web', [dnsServer(second), join()])).toContain('password is incorrect');
      expect(await refusal('web', [dnsServer(second), join({ Password: fresh })], 1)).toBe('no failure');
    });
  });

  describe('its agent', () => {
    test('stops at the first failing command and answers with what was done', async () => {
      await boot('a');
      const commands = [setPassword, call('Get-DnsListeningIpAddress'), setPassword];
      const answer = await run('a', commands);
      expect(answer).toMatchObject({ IsException: false, Result: [{ IsException: false }, { IsException: true }] });
      expect(answer.Result).toHaveLength(2);
    });

    test('does not start while its machine is switched off, and answers once it is on again', async () => {
      const fault = await under.cloud.simulation.faults.add({ kind: 'off', tenantId: scope.tenantId, target: 'held' });
      const booted = boot('held');
      const planId = send('held', planOf([setPassword]));
      await expect.poll(() => under.events).toContainEqual(expect.objectContaining({ host: 'held', phase: 'stopped' }));
      expect(under.replies).toEqual([]);
      await under.cloud.simulation.faults.remove(fault);
      await booted;
      expect(await under.replyTo(await planId)).toMatchObject({ IsException: false });
    });

    test('works through its inbox in order, one plan at a time', async () => {
      await boot('a');
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) ids.push(await send('a', planOf([setPassword, setPassword])));
      await Promise.all(ids.map(under.replyTo));
      const reported = under.events.flatMap((event) =>
        event.kind === 'command' ? [`${ids.indexOf(event.planId)}.${event.index}`] : [],
      );
      expect(reported).toEqual(ids.flatMap((_, i) => [`${i}.0`, `${i}.1`]));
    });

    test.each([
      [0, 'success', 0],
      [1, 'success', 1],
      [1, 'failure', 0],
      [2, 'failure', 1],
    ] as const)(
      'RebootOnCompletion %i after %s restarts %i times, and answers afterwards',
      async (rule, outcome, times) => {
        await boot('a');
        await run('a', []);
        const before = (await machine('a')).windows.boots;
        await run('a', [outcome === 'success' ? setPassword : call('Get-DnsListeningIpAddress')], rule);
        const after = await machine('a');
        expect(after.windows.boots - before).toBe(times);
        expect(after.power).toBe('ready');
      },
    );

    test('a plan that makes no sense is answered as not started', async () => {
      await boot('a');
      const plan = { Scripts: ['%%%'], Commands: [], RebootOnCompletion: 0 } as ExecutionPlan;
      const answer = await under.replyTo(await send('a', plan));
      expect(answer).toEqual({ IsException: true, Result: expect.stringContaining('Scripts.0') });
    });

    test('rough edge 4: a machine of Linux has no agent; another tenant’s plan does not reach one of ours', async () => {
      await boot('a');
      const planId = randomUUID();
      const foreign = { tenantId: 'f'.repeat(32) };
      await under.cloud.agents.send({
        ...UNHURRIED,
        scope: foreign,
        planId,
        queue: queueOf('a'),
        plan: planOf([setPassword]),
      });
      await run('a', [setPassword]);
      expect((await database.db.cloudPlan.findUniqueOrThrow({ where: { id: planId } })).status).toBe('queued');
    });

    test('rough edge 18: an answer is repeated until its subscriber has taken it', async () => {
      await boot('a');
      let refusals = 2;
      const received: string[] = [];
      under.cloud.agents.subscribe(async (answer) => {
        received.push(answer.planId);
        if (refusals-- > 0) throw new Error('not now');
      });
      const planId = await send('a', planOf([setPassword]));
      await eventually('the third time', () => received.length >= 3);
      expect(received).toEqual([planId, planId, planId]);
    });
  });

  describe('faults', () => {
    test('a command fails with the given words as often as asked', async () => {
      await boot('a');
      await under.cloud.simulation.faults.add({
        kind: 'command',
        target: 'a/Set-LocalUserPassword',
        message: 'The disk is full.',
        times: 1,
      });
      expect(await refusal('a', [setPassword])).toBe(
        'System.Management.Automation.RuntimeException: The disk is full.',
      );
      expect(await refusal('a', [setPassword])).toBe('no failure');
      expect(await under.cloud.simulation.faults.list()).toEqual([]);
    });

    test('a silent agent takes a plan and never answers; the next one it answers again', async () => {
      await boot('a');
      await under.cloud.simulation.faults.add({ kind: 'silence', target: 'a', times: 1 });
      const lost = await send('a', planOf([setPassword]));
      await run('a', [setPassword]);
      expect(under.replies.map((answer) => answer.planId)).not.toContain(lost);
    });

    test('a disk that is full fails every command until that is ended', async () => {
      await boot('a');
      const id = await under.cloud.simulation.faults.add({ kind: 'disk', target: 'a', times: 1 });
      for (let again = 0; again < 2; again += 1) {
        expect(await refusal('a', [setPassword])).toBe('System.IO.IOException: There is not enough space on the disk.');
      }
      await under.cloud.simulation.faults.remove(id);
      expect(await refusal('a', [setPassword])).toBe('no failure');
    });

    test('of two environments, the machine of the same name is hit in the one that is meant', async () => {
      await boot('a');
      const environmentId = 'f'.repeat(32);
      await under.cloud.simulation.faults.add({ kind: 'disk', target: 'a', environmentId });
      expect(await refusal('a', [setPassword])).toBe('no failure');
    });

    test('a machine that never boots is replaced by the next update of its stack', async () => {
      const id = await under.cloud.simulation.faults.add({ kind: 'boot', target: 'a' });
      await boot('a');
      await eventually('the failure of the machine', async () => (await machine('a')).power === 'failed');
      const planId = await send('a', planOf([setPassword]));
      const broken = (await machine('a')).id;
      await under.cloud.simulation.faults.remove(id);
      await boot('a');
      expect((await machine('a')).id).not.toBe(broken);
      expect((await under.replyTo(planId)).IsException).toBe(false);
    });
  });

  describe('what it serves', () => {
    test('its start page once the web server is installed, and a reason before that', async () => {
      await boot('web');
      const { id, address } = await machine('web');
      await run('web', []);
      const link = await under.cloud.simulation.pages.linkFor(scope, `http://${address}/`);
      expect(link).toBe(`/machines/${id}`);
      expect(await under.cloud.simulation.pages.page(id, '')).toMatchObject({
        status: 502,
        html: expect.stringContaining('runs no web server'),
      });
      await run('web', [
        call('Copy-Prerequisites', { Destination: 'C:\\P' }),
        call('Install-WebServer', { PrerequisitesPath: 'C:\\P', SiteTitle: 'Shop & more' }),
      ]);
      const page = await under.cloud.simulation.pages.page(id, '');
      expect(page).toMatchObject({ status: 200, html: expect.stringContaining('<h1>Shop &amp; more</h1>') });
      expect(page?.html).toContain('simulated machine');
      expect(await under.cloud.simulation.pages.page(id, 'nothing.htm')).toMatchObject({ status: 404 });
      expect(await under.cloud.simulation.pages.page('0'.repeat(32), '')).toBeNull();
    });
  });
});
