import { describe, expect, it } from 'vitest';
import { errors, toProblem } from '@/lib/errors';
import type { PlanOutcome } from '@/lib/ports/conductor';
import { RecordedWorld } from './recorded-world';
import { instance, testApp } from './testing/deploy-app';

const answering = (Result: string | null): PlanOutcome => ({ answered: true, result: { IsException: false, Result } });

/** A group of machines that grows and shrinks with its property `count`. */
const SCALING = `Properties:
  group:
    Contract: $.class(apps:ServerReplicationGroup).notNull()
Methods:
  deploy:
    Body:
      - $.group.deploy()
`;
const group = (count: number) => ({
  group: {
    '?': { id: '1'.repeat(32), type: 'io.murano.applications.ServerReplicationGroup' },
    numItems: count,
    provider: {
      '?': { id: '2'.repeat(32), type: 'io.murano.applications.TemplateServerProvider' },
      template: { '?': { type: 'io.murano.resources.LinuxMuranoInstance' }, image: 'debian', flavor: 'm1.small' },
      serverNamePattern: 'node-{0}',
    },
  },
});

describe('the library for applications', () => {
  it('makes as many machines as a group is told to have, and gives up the last ones when it is told fewer', async () => {
    const world = new RecordedWorld();
    const app = testApp(world, SCALING);
    const entry = await app.deploy(group(3));
    expect(app.resourcesOf('OS::Nova::Server')).toEqual(['node-1', 'node-2', 'node-3']);
    expect(entry.units).toHaveLength(3);
    expect(world.asked.filter((asked) => asked.startsWith('stack'))).toHaveLength(2);
    await app.deploy({ group: { ...(entry.group as object), numItems: 1 } });
    expect(app.resourcesOf('OS::Nova::Server')).toEqual(['node-1']);
  });

  it('installs on every machine once, and configures when something has changed', async () => {
    const world = new RecordedWorld({ plan: () => answering('done') });
    const app = testApp(
      world,
      `Extends: [apps:SingleServerApplication]
Properties:
  version:
    Contract: $.string().notNull()
Methods:
  getConfigurationKey:
    Body:
      Return: $.version
  onInstallServer:
    Arguments:
      - server: {Contract: $.class(res:Instance).notNull()}
      - serverGroup: {Contract: $.class(apps:ServerGroup).notNull()}
    Body:
      - conf:Linux.runCommand($server.agent, 'apt-get install -y nginx', helpText => Install)
  onConfigureServer:
    Arguments:
      - server: {Contract: $.class(res:Instance).notNull()}
      - serverGroup: {Contract: $.class(apps:ServerGroup).notNull()}
    Body:
      - conf:Linux.putFile($server.agent, $.version, '/etc/version', helpText => Configure)
`,
    );
    const first = await app.deploy({ server: instance('1', 'web'), version: '1' });
    const again = await app.deploy({ ...first, version: '1' });
    await app.deploy({ ...again, version: '2' });
    expect(world.plans.map(({ name }) => name)).toEqual(['Install', 'Configure', 'Configure']);
    const [, put] = world.plans.map(({ plan }) => plan.program);
    expect(world.plans[0]?.plan.program).toMatchObject({
      Body: 'return run()',
      Files: { command: { Name: 'command.sh', BodyType: 'Text', Body: 'apt-get install -y nginx' } },
    });
    expect(put).toMatchObject({
      Body: expect.stringContaining('.exitCode == 0'),
      Parameters: { path: '/etc/version', content: Buffer.from('1').toString('base64') },
    });
  });
});

describe('what programs ask of the world', () => {
  const OWN = (body: string, more = '') => `Properties:
  server:
    Contract: $.class(res:Instance)
  said:
    Usage: Out
    Contract: $
${more}Methods:
  deploy:
    Body:
${body.replaceAll(/^/gm, '      ')}
`;

  it('knows who deploys, and for whom', async () => {
    const app = testApp(
      new RecordedWorld(),
      OWN(`- $.said: [std:User.getCurrent().name, std:Project.getEnvironmentOwner().name]`),
    );
    expect(await app.deploy({})).toMatchObject({ said: ['max', 'contoso'] });
  });

  it('takes a plan that it has built before, and sends it as it is', async () => {
    const world = new RecordedWorld({ plan: () => answering('done') });
    const plan = `{FormatVersion: '2.0.0', Body: 'return 1', Files: {f: {Name: f, BodyType: Text, Body: x}}, Scripts: {s: {Type: Application, EntryPoint: f}}}`;
    const body = `- $plan: $.server.agent.buildExecutionPlan(${plan.replaceAll(': ', ' => ')})
- $.said: [$plan.Body, $.server.agent.callRaw($plan)]`;
    const app = testApp(world, OWN(`- $.server.deploy()\n${body}`));
    expect(await app.deploy({ server: instance('1', 'web') })).toMatchObject({ said: ['return 1', 'done'] });
    expect(world.plans.at(-1)?.plan.program).toMatchObject({
      Body: 'return 1',
      Scripts: { s: { EntryPoint: 'f' } },
      Files: { f: { Body: 'x' } },
    });
  });

  it('builds plans of files of its own package, the content of some in base64', async () => {
    const world = new RecordedWorld({ plan: () => answering('installed') });
    const app = testApp(
      world,
      OWN(`- $.server.deploy()
- $template: new(sys:Resources).yaml('Deploy.template')
- $.said: $.server.agent.call($template, new(sys:Resources))`),
      {
        'Resources/Deploy.template': `FormatVersion: 2.0.0
Name: Deploy
Body: return deploy().stdout
Scripts:
  deploy:
    Type: Application
    EntryPoint: deploy.sh
    Files: ['<site.tar>', {index.html: page.html}, {kube.tgz: 'https://example.org/x/kube.tar.gz'},
      'https://example.org/x/etcd.tar.gz', settings.ini]
Files:
  settings: {Name: settings.ini, Body: 'a=1'}
  never: {Body: asked for}
`,
        'Resources/scripts/deploy.sh': 'tar xf site.tar',
        'Resources/scripts/site.tar': 'tar',
        'Resources/scripts/page.html': '<h1>',
      },
    );
    expect(await app.deploy({ server: instance('1', 'web') })).toMatchObject({ said: 'installed' });
    expect(world.plans[0]?.plan.program).toMatchObject({
      Scripts: {
        deploy: { EntryPoint: 'deploy.sh', Files: ['site.tar', 'index.html', 'kube.tgz', 'etcd.tar.gz', 'settings'] },
      },
      Files: {
        'deploy.sh': { BodyType: 'Text', Body: 'tar xf site.tar' },
        'site.tar': { BodyType: 'Base64', Body: Buffer.from('tar').toString('base64') },
        'index.html': { Name: 'index.html', BodyType: 'Text', Body: '<h1>' },
        'kube.tgz': { Name: 'kube.tgz', Type: 'Downloadable', URL: 'https://example.org/x/kube.tar.gz' },
        'etcd.tar.gz': { Name: 'etcd.tar.gz', Type: 'Downloadable', URL: 'https://example.org/x/etcd.tar.gz' },
        settings: { Name: 'settings.ini', BodyType: 'Text', Body: 'a=1' },
        never: { Name: 'never', BodyType: 'Text', Body: 'asked for' },
      },
    });
  });

  it('can catch what a machine answers, and that it does not answer', async () => {
    const broken = new RecordedWorld({
      plan: () => ({ answered: true, result: { IsException: true, Result: ['Error', 'disk full'] } }),
    });
    const body = `- $.server.deploy()
- Try:
    - $.server.agent.callRaw({FormatVersion => '2.0.0', Body => 'return 1', Name => Try})
  Catch:
    With: 'murano.engine.system.agent.AgentException'
    As: e
    Do:
      - $.said: $e.message`;
    expect(await testApp(broken, OWN(body)).deploy({ server: instance('1', 'web') })).toMatchObject({
      said: 'disk full',
    });
  });

  it('goes on at once after a plan that it only sends, and ends when the machine has answered', async () => {
    let answered = false;
    const world = new RecordedWorld({
      plan: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        answered = true;
        return answering(null);
      },
    });
    const app = testApp(
      world,
      OWN(
        `- $.server.deploy()\n- $.server.agent.sendRaw({FormatVersion => '2.0.0', Body => 'return 1', Name => Send})\n- $.said: sent`,
      ),
    );
    expect(await app.deploy({ server: instance('1', 'web') })).toMatchObject({ said: 'sent' });
    expect(answered).toBe(true);
  });

  it('is refused a stack that the cloud refuses, and may catch it', async () => {
    const world = new RecordedWorld({
      stack: () => ({
        ok: false,
        message: 'no more machines',
        problem: toProblem(errors.cloud('stack_failed', 'no more machines')),
      }),
    });
    const app = testApp(
      world,
      OWN(
        `- Try:\n    - $.server.deploy()\n  Catch:\n    With: 'py:EnvironmentError'\n    As: e\n    Do:\n      - $.said: $e.message`,
      ),
    );
    expect(await app.deploy({ server: instance('1', 'web') })).toMatchObject({ said: 'no more machines' });
  });

  it('writes to the log without ever failing', async () => {
    const world = new RecordedWorld();
    const app = testApp(
      world,
      OWN(`- $log: logger(site)\n- $log.info('{0} of {total}', 1, total => 2)\n- $log.warning('{5}', 1)`),
    );
    await app.deploy({});
    expect(world.reports.map(({ level, text }) => `${level} ${text}`)).toEqual([
      'debug site: 1 of 2',
      expect.stringMatching(/^warning site: \{5\}/),
    ]);
  });
});
