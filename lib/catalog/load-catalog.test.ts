import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { loadCatalog, packagesFor } from './testing/load-catalog';

const model = (...types: string[]): EnvironmentModel => ({
  id: 'e'.repeat(32),
  name: 'test',
  services: types.map((type, index) => ({ id: String(index).repeat(32), type, name: `s${index}`, units: [] })),
});

describe('the catalog that ships', () => {
  it('has nothing wrong, and offers its service types by title', async () => {
    const catalog = await loadCatalog('catalog');
    const types = await catalog.serviceTypes('tenant');
    const titles = types.map(({ title }) => title);
    expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'en')));
    expect(titles).toEqual(expect.arrayContaining(['Active Directory', 'ASP.NET Application Farm', 'Web Server Farm']));
    for (const { type } of types) expect((await catalog.logo('tenant', type))?.body).toContain('<svg');
    expect(await catalog.serviceType('tenant', 'nothing')).toBeNull();
    expect(await catalog.logo('tenant', 'nothing')).toBeNull();
  });

  it('explains every field that its wizards ask for', async () => {
    const catalog = await loadCatalog('catalog');
    for (const { properties, unitProperties, form } of await catalog.serviceTypes('tenant')) {
      for (const { label, help } of [...properties, ...unitProperties]) {
        expect(label).toMatch(/^[A-Z]/);
        expect(help).toMatch(/^[A-Z].*[.]$/);
      }
      for (const step of form) expect(step.help).not.toBe('');
    }
  });

  it('gives a model the packages of its services, and libraries first', async () => {
    const catalog = await loadCatalog('catalog');
    const { workflows, resources } = await packagesFor(catalog, model('webServer'));
    const files = workflows.map(({ file }) => file.replace('io.vetro.windows.', ''));
    expect(files.slice(0, 3)).toEqual([
      'Core/Workflows/1-machines.xml',
      'Core/Workflows/2-passwords.xml',
      'Core/Workflows/3-domains.xml',
    ]);
    expect(files.at(-1)).toBe('WebServer/Workflows/web-server.xml');
    expect(files.indexOf('Web/Workflows/2-web-server.xml')).toBeGreaterThan(2);
    expect(files.some((file) => file.startsWith('ActiveDirectory/') || file.startsWith('WebServerFarm/'))).toBe(false);
    expect(resources.flatMap(({ planTemplates }) => Object.keys(planTemplates))).toContain('InstallIIS');
    expect(resources.flatMap(({ planTemplates }) => Object.keys(planTemplates))).not.toContain('CreatePrimaryDC');
    const none = await packagesFor(catalog, model());
    expect(none.workflows.map(({ file }) => file.replace('io.vetro.windows.', ''))).toEqual(files.slice(0, -1));
  });

  it('refuses a model with a service that no package describes', async () => {
    const catalog = await loadCatalog('catalog');
    const error = await packagesFor(catalog, model('mailServer')).catch((caught: unknown) => caught);
    expect(isVetroError(error) && error.code).toBe('service_type_not_found');
  });
});

describe('a catalog directory', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'catalog-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const library = async (name: string, files: Record<string, string> = {}, more = '') => {
    const manifest = `Format: Vetro/1.0\nType: Library\nFullName: ${name}\nName: x\nVersion: 1.0.0\n${more}`;
    for (const [file, text] of Object.entries({ 'manifest.yaml': manifest, ...files })) {
      await mkdir(path.dirname(path.join(directory, name, file)), { recursive: true });
      await writeFile(path.join(directory, name, file), text);
    }
  };
  const refusal = async () => {
    const error = await loadCatalog(directory).catch((caught: unknown) => caught);
    if (!isVetroError(error)) throw new Error('the catalog was loaded');
    expect(error.code).toBe('packages_invalid');
    return error.fields.map(({ path: at, code }) => `${at} ${code}`);
  };

  it('tells the problems of all packages at once, in one sentence each', async () => {
    await library('com.acme.A', { 'Workflows/a.xml': '<x/>' });
    await library('com.acme.B', {}, 'Colour: red\n');
    expect(await refusal()).toEqual([
      'com.acme.A/Workflows/a.xml:1 wrong_root',
      'com.acme.B/manifest.yaml:6 Colour unknown_key',
    ]);
  });

  it('wants every requirement there, and new enough', async () => {
    await library('com.acme.A', {}, 'Require: { com.acme.B: 2.0.0, com.acme.C: 1.0.0 }\n');
    await library('com.acme.B', {}, 'Require: { com.acme.A: 1.0.0 }\n');
    expect(await refusal()).toEqual([
      'com.acme.A/manifest.yaml Require.com.acme.B wrong_version',
      'com.acme.A/manifest.yaml Require.com.acme.C not_found',
    ]);
  });

  it('does not let two packages have one full name', async () => {
    await library('com.acme.A', {});
    await cp(path.join(directory, 'com.acme.A'), path.join(directory, 'com.acme.B'), { recursive: true });
    expect(await refusal()).toEqual(['com.acme.A/manifest.yaml name_taken']);
  });

  it('lets two packages have a plan and a script of one name, and nobody mean both', async () => {
    const files = { 'Resources/plans/P.json': '{"Scripts": ["S.ps1"]}', 'Resources/scripts/S.ps1': '' };
    await library('com.acme.A', files);
    await library('com.acme.B', files);
    await expect(loadCatalog(directory)).resolves.toBeDefined();
    const plan = { 'Resources/plans/Q.json': '{"Scripts": ["S.ps1"]}' };
    await library('com.acme.C', plan, 'Require: { com.acme.A: 1.0.0, com.acme.B: 1.0.0 }\n');
    expect(await refusal()).toEqual(['com.acme.C/Resources/plans/Q.json Scripts.0 ambiguous_name']);
  });

  it('wants the scripts of a plan in the package or in one that it requires', async () => {
    await library('com.acme.A', { 'Resources/scripts/A.ps1': '' });
    await library(
      'com.acme.B',
      { 'Resources/plans/P.json': '{"Scripts": ["A.ps1"]}' },
      'Require: { com.acme.A: 1.0.0 }\n',
    );
    await expect(loadCatalog(directory)).resolves.toBeDefined();
    await library('com.acme.C', { 'Resources/plans/Q.json': '{"Scripts": ["A.ps1"]}' });
    expect(await refusal()).toEqual(['com.acme.C/Resources/plans/Q.json Scripts.0 script_not_found']);
  });

  it('asks the language about workflows', async () => {
    await library('com.acme.A', {
      'Workflows/a.xml': '<workflow>\n  <rule match="$.services[*]"><nothing/></rule>\n</workflow>',
    });
    expect(await refusal()).toEqual(['com.acme.A/Workflows/a.xml:2 unknown_function']);
  });

  it('leaves hidden files alone', async () => {
    await cp('catalog', directory, { recursive: true });
    await mkdir(path.join(directory, '.git'));
    await writeFile(path.join(directory, 'io.vetro.windows.Core', '.DS_Store'), 'x');
    await expect(loadCatalog(directory)).resolves.toBeDefined();
  });
});
