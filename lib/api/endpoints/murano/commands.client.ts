import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GREETER, greeter, greeterArchive, greeterFiles } from '@/lib/api/testing/greeter-package';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { text } from '@/lib/api/testing/responses';
import { settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/**
 * Every command of python-muranoclient 2.5, in the order in which somebody would use them, and those of OpenStack's client
 * with its plugin. A command that fails ends with another exit code than 0, or says so in words.
 */

/** A picture in PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const product = productForTests();
const run = promisify(execFile);
let folder = '';
let repository: http.Server | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'murano-'));
  await writeFile(path.join(folder, 'greeter.zip'), greeterArchive());
  repository = await serveRepository();
});
afterAll(async () => {
  repository?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A repository of packages, as apps.openstack.org was one. */
async function serveRepository(): Promise<http.Server> {
  const files: Record<string, string | Uint8Array> = {
    [`/apps/${GREETER}.zip`]: greeterArchive('1.2.0'),
    '/bundles/greeters.bundle': JSON.stringify({ Packages: [{ Name: GREETER }] }),
  };
  const server = http.createServer(({ url = '' }, answer) => {
    const file = files[url];
    answer.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Runs a command of Murano's client as the tenant's administrator, and returns what it printed. */
async function murano(...args: string[]): Promise<string> {
  const { port } = (repository as http.Server).address() as AddressInfo;
  const signedIn = ['--os-no-client-auth', '--os-auth-token', product.admin.token, '--murano-url', product.url];
  const { stdout } = await run('murano', [...signedIn, ...['--murano-repo-url', `http://127.0.0.1:${port}/`, ...args]]);
  return stdout;
}

/** Runs a command of OpenStack's client, which asks the product's Keystone first. */
async function openstack(...args: string[]): Promise<string> {
  const { token, tenantId } = product.admin;
  const signedIn = [
    ...['--os-auth-type', 'v3token', '--os-token', token, '--os-auth-url', `${product.url}/identity/v3`],
    ...['--os-project-id', tenantId, '--murano-url', product.url],
  ];
  return (await run('openstack', [...signedIn, ...args])).stdout;
}

async function file(name: string, content: unknown): Promise<string> {
  const at = path.join(folder, name);
  await writeFile(at, JSON.stringify(content));
  return at;
}

/** The first id that a table shows, or that of the row with some text. */
function idIn(table: string, beside = ''): string {
  const row = table.split('\n').find((line) => line.includes(beside) && /\b[0-9a-f]{32}\b/.test(line));
  return /\b[0-9a-f]{32}\b/.exec(row ?? '')?.[0] ?? expect.fail(`no id beside "${beside}" in\n${table}`);
}

describe('packages and categories', () => {
  test('category-create, category-list, category-show, category-delete', async () => {
    const id = idIn(await murano('category-create', 'Passing'), 'Passing');
    expect(await murano('category-list')).toContain('Passing');
    expect(await murano('category-show', id)).toContain(id);
    expect(await murano('category-delete', id)).not.toContain('Passing');
  });

  test('package-create, package-import, package-list, package-show', async () => {
    const classes = path.join(folder, 'classes');
    await mkdir(classes);
    await writeFile(path.join(classes, 'Greeter.yaml'), greeterFiles()['Classes/Greeter.yaml'] ?? '');
    const form = path.join(folder, 'ui.yaml');
    await writeFile(form, greeterFiles()['UI/ui.yaml'] ?? '');
    // Debian's package lacks the picture that the client takes where none is given
    const logo = path.join(folder, 'logo.png');
    await writeFile(logo, Buffer.from(PIXEL, 'base64'));
    const made = path.join(folder, 'made.zip');
    const created = await murano(
      ...[
        'package-create',
        '-c',
        classes,
        '-n',
        'Made',
        '-f',
        'com.acme.wire.Made',
        '-a',
        'Acme',
        '-u',
        form,
        '-l',
        logo,
        '-o',
        made,
      ],
    );
    expect(created).toContain(made);
    await murano('category-create', 'Greeters');
    const archive = path.join(folder, 'greeter.zip');
    const imported = await murano('package-import', archive, '-c', 'Greeters');
    expect(imported).toContain(GREETER);
    expect(await murano('package-import', archive, '--exists-action', 's')).toContain('Skipping');
    expect(await murano('package-import', archive, '--exists-action', 'u')).toContain('Deleting package');
    const id = idIn(await murano('package-list', '--fqn', GREETER), GREETER);
    expect(await murano('package-show', id)).toContain('com.acme.wire.Greeter');
    for (const filter of [
      ['--owned'],
      ['--include-disabled'],
      ['--search', 'greeter'],
      ['--name', 'Greeter'],
      ['--type', 'Application'],
      ['--tag', 'wired'],
      ['--class_name', GREETER],
      ['--limit', '3'],
    ])
      expect(await murano('package-list', ...filter), filter.join(' ')).toMatch(/[0-9a-f]{32}/);
  });

  test('package-update, package-download, package-delete', async () => {
    const id = idIn(await murano('package-list', '--fqn', GREETER), GREETER);
    const updated = await murano(
      ...[
        'package-update',
        id,
        '--name',
        'Welcomer',
        '--description',
        'Welcomes',
        '--enabled',
        'true',
        '--tags',
        'x',
        'y',
      ],
    );
    expect(updated).toContain('Welcomer');
    expect(updated).toContain('x, y');
    const saved = path.join(folder, 'saved.zip');
    expect(await murano('package-download', id, saved)).toContain('downloaded');
    expect((await readFile(saved)).subarray(0, 2).toString()).toBe('PK');
    expect(await murano('package-delete', id)).toContain('Deleted package');
  });

  test('package-save, bundle-save, bundle-import, package-import by name', async () => {
    const saved = path.join(folder, 'saved');
    expect(await murano('package-save', GREETER, '-p', saved, '--no-images')).toContain('successfully saved');
    expect(await murano('bundle-save', 'greeters', '-p', saved, '--no-images')).toContain('successfully saved');
    expect(await murano('bundle-import', 'greeters')).toContain('1.2.0');
    expect(await murano('package-import', GREETER, '--exists-action', 's')).toContain('Skipping');
  });

  test('class-schema, static-action-call', async () => {
    expect(await murano('class-schema', GREETER)).toContain('"title"');
    expect(await murano('class-schema', GREETER, 'add')).toContain('integer');
    const called = await murano('static-action-call', GREETER, 'add', '--arguments', 'a=20', 'b=22');
    expect(called).toContain('Static action result: 42');
  });
});

describe('environments', () => {
  test('from create to delete, with sessions, models, deployments and actions', async () => {
    const id = idIn(await murano('environment-create', 'walked', '--region', 'RegionOne'), 'walked');
    expect(await murano('environment-list')).toContain('walked');
    expect(await murano('environment-rename', 'walked', 'walked-on')).toContain('walked-on');
    const session = idIn(await murano('environment-session-create', id));
    const patch = [{ op: 'add', path: '/-', value: greeter('===id1===', 'Morning') }];
    await murano('environment-apps-edit', id, await file('apps.json', patch), '--session-id', session);
    const shown = await murano('environment-show', id, '--session-id', session, '--only-apps');
    // above it the client says that it found no Glance
    const apps = JSON.parse(shown.slice(shown.search(/^\[\s*\{/m))) as JsonObject[];
    expect(apps).toMatchObject([{ title: 'Morning' }]);
    const change = [{ op: 'replace', path: '/services/0/title', value: 'Evening' }];
    const edited = await murano(
      'environment-model-edit',
      id,
      await file('model.json', change),
      '--session-id',
      session,
    );
    expect(edited).toContain('Evening');
    expect(await murano('environment-model-show', id, '--session-id', session)).toContain('Evening');
    expect(
      await murano('environment-model-show', id, '--path', '/services/0/title', '--session-id', session),
    ).toContain('Evening');
    expect(await murano('environment-deploy', id, '--session-id', session)).toContain(id);
    await settled(product.admin, `/v1/environments/${id}`);
    expect(await murano('environment-show', id)).toContain('ready');
    expect(await murano('app-show', id)).toContain(GREETER);
    const object = text((apps[0] as { '?': JsonObject })['?'].id);
    expect(await murano('app-show', id, '-p', object)).toContain('Evening');
    expect(await murano('deployment-list', id)).toContain('success');
    expect(await murano('deployment-list', '--all-environments')).toContain('success');
    const called = await murano(
      'environment-action-call',
      id,
      '--action-id',
      `${object}_greet`,
      '--arguments',
      'whom=you',
    );
    await settled(product.admin, `/v1/environments/${id}`);
    const result = await murano('environment-action-get-result', id, '--task-id', idIn(called));
    expect(result).toContain('Hello you');
    expect(await murano('environment-delete', id)).toBeTypeOf('string');
  });

  test('templates of them', async () => {
    const id = idIn(await murano('env-template-create', 'paper', '--is-public'), 'paper');
    expect(await murano('env-template-list')).toContain('paper');
    expect(await murano('env-template-update', id, 'paper-2')).toContain('paper-2');
    const app = greeter('a'.repeat(32), 'Noon');
    expect(await murano('env-template-add-app', id, await file('app.json', app))).toContain('Noon');
    expect(await murano('env-template-show', id)).toContain('Noon');
    expect(await murano('env-template-create-env', id, 'of-paper')).toContain('session_id');
    expect(await murano('env-template-clone', id, 'paper-3')).toContain('paper-3');
    expect(await murano('env-template-del-app', id, 'a'.repeat(32))).not.toContain('Noon');
    expect(await murano('env-template-delete', id)).not.toContain('paper-2');
  });

  test('help and bash-completion know the commands that are walked here', async () => {
    const walked = await readFile(path.resolve('lib/api/endpoints/murano/commands.client.ts'), 'utf8');
    const { stdout } = await run('murano', ['help']);
    const commands = [...stdout.matchAll(/^ {4}([a-z]+(?:-[a-z]+)+)/gm)].map(([, name]) => name);
    expect(commands).toHaveLength(40);
    for (const command of commands) expect(walked, command).toContain(`${command}`);
    // bash-completion needs no server
    expect((await run('murano', ['bash-completion'])).stdout).toContain('environment-list');
  });
});

describe("OpenStack's client", () => {
  test('knows environments, packages, categories, schemas and static actions by its plugin', async () => {
    expect(await openstack('environment', 'create', 'by-plugin')).toContain('by-plugin');
    expect(await openstack('environment', 'list')).toContain('by-plugin');
    const id = idIn(await openstack('environment', 'list'), 'by-plugin');
    expect(await openstack('environment', 'show', 'by-plugin')).toContain(id);
    const session = idIn(await openstack('environment', 'session', 'create', id));
    const patch = [{ op: 'add', path: '/-', value: greeter('===id1===', 'Plugged') }];
    await openstack('environment', 'apps', 'edit', '--session-id', session, id, await file('plugin.json', patch));
    expect(await openstack('environment', 'model', 'show', id, '--session-id', session)).toContain('Plugged');
    await openstack('environment', 'deploy', id, '--session-id', session);
    await settled(product.admin, `/v1/environments/${id}`);
    expect(await openstack('deployment', 'list', id)).toContain('success');
    expect(await openstack('category', 'create', 'Plugged')).toContain('Plugged');
    expect(await openstack('category', 'list')).toContain('Plugged');
    expect(await openstack('package', 'list')).toContain(GREETER);
    expect(await openstack('class-schema', GREETER)).toContain('title');
    expect(await openstack('static-action', 'call', GREETER, 'add', '--arguments', 'a=1', 'b=2')).toContain('3');
    expect(await openstack('environment', 'delete', id)).toBeTypeOf('string');
  });
});
