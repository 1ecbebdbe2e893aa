import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { examineInstallation } from '@/authoring/doctor';
import { FAKE_PASSWORD, type FakeService, startFakeOpenStack } from '@/lib/cloud/openstack/testing/fake';
import { checkSettings, loadConfig } from '@/lib/config/env';
import { escapeRegExp } from '@/lib/model/escape-reg-exp';
import { OidcRoleTableSchema } from '@/lib/model/oidc-roles';
import { productForTests } from './testing/product-for-tests';
import { list, object, text } from './testing/responses';
import { systemAdmin } from './testing/system-admin';

const AGENT_PROGRAM = path.resolve('agent/generated/vetro-agent.mjs');

/** The blocks of pages for operators that no page of requests runs. */
const blocksOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const [start = '', compose = '', roles = '', scraping = '', backup = '', ...more] = blocksOf('docs/operating.md');
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts;

/** The settings that a line gives its program, with values in the place of what a reader fills in. */
const settingsIn = (text: string, pattern = /^([A-Z_]+)=(\S+)/gm) =>
  Object.fromEntries(
    [...text.matchAll(pattern)].map(([, name = '', value = '']): [string, string] => [
      name,
      value === '…' ? 'as long as it must be' : value.replace('…', 'word'),
    ]),
  );

/** What Prometheus is told of a server, as far as the page says it. */
interface ScrapeJob {
  authorization: { type?: string; credentials: string };
  metrics_path?: string;
}

describe('docs/operating.md', () => {
  const product = productForTests();

  it('prints a table of roles as a server reads it', () => {
    expect(OidcRoleTableSchema.parse(parse(roles))).toContainEqual({
      ...{ claim: 'department', value: '4711', tenant: 'Fabrikam', role: 'member' },
    });
  });

  it('starts a server by scripts that there are, with settings that are right', () => {
    const run = [...start.matchAll(/npm (?:run (\w+)|(start))/g)].map(([, script, own]) => script ?? own ?? '');
    expect(run).toEqual(['generate', 'build', 'start']);
    expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
    const settings = settingsIn(start, /\b([A-Z_]+)=(\S+)/g);
    expect(Object.keys(settings)).toEqual(['DATABASE_URL', 'VETRO_ADMIN_PASSWORD']);
    expect(checkSettings(settings)).toMatchObject({ problems: [], databaseUrl: settings.DATABASE_URL });
  });

  it('gives containers what compose.yaml asks for', () => {
    const given = settingsIn(compose);
    const file = readFileSync('compose.yaml', 'utf8');
    const asked = [...file.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    const profile = new Set(['RABBITMQ_PASSWORD']);
    expect(asked.filter((name) => !(name in given) && !profile.has(name))).toEqual([]);
    expect(Object.keys(given).filter((name) => !file.includes(name))).toEqual([]);
    const { POSTGRES_PASSWORD: _, ...settings } = given;
    expect(checkSettings({ ...settings, DATABASE_URL: 'postgresql://v:p@database/vetro' }).problems).toEqual([]);
    expect(existsSync('Containerfile')).toBe(true);
  });

  it('has Prometheus read the metrics, from elsewhere with its token', async () => {
    const { scrape_configs: jobs } = parse(scraping) as { scrape_configs: ScrapeJob[] };
    const { authorization, metrics_path: at = '/metrics' } = jobs[0] as ScrapeJob;
    const { config } = product.container;
    config.metricsToken = authorization.credentials;
    const read = (token: string) =>
      // what Prometheus sends where nothing else is said
      fetch(`${product.url}${at}`, { headers: { authorization: `${authorization.type ?? 'Bearer'} ${token}` } });
    expect((await read(authorization.credentials)).status).toBe(200);
    expect((await read('another one')).status).toBe(403);
    config.metricsToken = null;
  });

  it('saves the keys by the names that a server gives them', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'keys-'));
    loadConfig({ DATABASE_URL: 'postgresql://v:p@database/vetro', VETRO_DATA_DIR: folder });
    const saved = [...backup.matchAll(/"\$VETRO_DATA_DIR"\/(\S+)/g)].map(([, name = '']) => name);
    expect(readdirSync(folder).sort()).toEqual(saved.sort());
    expect(backup).toMatch(/^pg_dump --format=custom vetro > vetro\.dump$/m);
    expect(more).toEqual([]);
  });
});

describe('docs/operate-openstack.md', () => {
  const [begin = '', table = '', broker = '', ...others] = blocksOf('docs/operate-openstack.md');
  const product = productForTests();

  it('starts a server with settings that are right', () => {
    const settings = { ...settingsIn(begin, /\b([A-Z_]+)=(\S+)/g), DATABASE_URL: 'postgresql://v:p@database/vetro' };
    const { problems, openStack } = checkSettings(settings);
    expect([problems, openStack?.authUrl]).toEqual([[], 'https://cloud.example.com:5000/v3']);
  });

  it('prints what the doctor finds', async () => {
    const nothing: FakeService = () => ({ body: {} });
    const networks: FakeService = () => ({ body: { networks: [{ name: 'tenants' }, { name: 'public' }] } });
    const cloud = await startFakeOpenStack({
      ...{ orchestration: nothing, compute: nothing, image: nothing, network: networks },
    });
    try {
      const { lines, ok } = await examineInstallation({
        ...{ DATABASE_URL: product.container.config.databaseUrl, VETRO_CLOUD: 'openstack' },
        ...{ OS_AUTH_URL: cloud.settings.authUrl, OS_USERNAME: 'vetro', OS_PROJECT_NAME: 'shop' },
        ...{ OS_PASSWORD: FAKE_PASSWORD },
      });
      const spaced = (line: string) => line.replaceAll(/ {2,}/g, '  ');
      const printed = table
        .replace('https://cloud.example.com:5000/v3', cloud.settings.authUrl)
        .trim()
        .split('\n')
        .map((line) => new RegExp(`^${escapeRegExp(spaced(line)).replace('18\\.1', '[\\d.]+').replace('…', '.+')}`));
      for (const line of printed) expect(lines.map(spaced)).toContainEqual(expect.stringMatching(line));
      expect(ok).toBe(false);
    } finally {
      await cloud.close();
    }
  });

  it('gives the broker a user by commands with all that they take', () => {
    const given = broker
      .trim()
      .split(/\n|&&/)
      .map((line) => line.trim().split(' ').slice(1));
    expect(given.map(([command]) => command)).toEqual(['add_vhost', 'add_user', 'set_user_tags', 'set_permissions']);
    expect(others).toEqual([]);
  });
});

describe('docs/operate-pool.md', () => {
  const [begin = '', byHand = '', ...others] = blocksOf('docs/operate-pool.md');

  it('starts a server with settings that are right', () => {
    const settings = { ...settingsIn(begin, /\b([A-Z_]+)=(\S+)/g), DATABASE_URL: 'postgresql://v:p@database/vetro' };
    const { problems, pool } = checkSettings(settings);
    expect([problems, pool?.baseUrl]).toEqual([[], 'https://vetro.example.com']);
    expect(others).toEqual([]);
  });

  describe('by hand', () => {
    const pool = productForTests({ cloud: 'pool' });

    it('enrols a server by the first line, and has it ask for work by the second', async () => {
      const root = await systemAdmin(pool);
      const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
      const home = mkdtempSync(path.join(os.tmpdir(), 'vetro-agent-'));
      const [enrol = '', run = ''] = byHand
        .trim()
        .split('\n')
        .map((line) =>
          line
            .replace('vetro-agent.mjs', AGENT_PROGRAM)
            .replace('https://vetro.example.com', pool.url)
            .replace('CODE', text(code))
            .replace('/var/lib/vetro-agent', home),
        );
      await promisify(execFile)(process.execPath, enrol.split(' ').slice(1));
      const server = async () => object(list((await root.ok('GET', '/v1/admin/servers')).servers)[0] ?? {});
      expect(await server()).toMatchObject({ state: 'free' });
      const agent = spawn(process.execPath, run.split(' ').slice(1), { stdio: 'ignore' });
      try {
        const { last_seen: before } = await server();
        await expect.poll(async () => (await server()).last_seen, { timeout: 20_000 }).not.toBe(before);
      } finally {
        agent.kill('SIGKILL');
      }
    });
  });
});
