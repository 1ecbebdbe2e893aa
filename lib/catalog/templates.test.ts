import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import type { ServiceType } from '@/lib/model/service-type';
import { loadTemplates } from './templates';
import { loadCatalog } from './testing/load-catalog';

describe('the templates that ship', () => {
  it('all fit the packages that ship', async () => {
    const catalog = await loadCatalog('catalog');
    expect(catalog.unfitTemplates).toEqual([]);
    expect(catalog.templates.map(({ id }) => id)).toEqual([
      'highly-available-sql',
      'small-office-domain',
      'three-tier-web-farm',
    ]);
  });

  it('ask for nothing but a name', async () => {
    const { templates } = await loadCatalog('catalog');
    for (const { blueprint } of templates) {
      expect(JSON.stringify(blueprint)).not.toContain('"ask"');
      for (const { kind, default: value } of blueprint.parameters) {
        expect(kind === 'domainName' || value !== undefined).toBe(true);
      }
    }
  });
});

describe('the templates of a catalog directory', () => {
  let directory: string;
  let types: ServiceType[];
  beforeEach(async () => {
    types = await (await loadCatalog('catalog')).serviceTypes('tenant');
    directory = await mkdtemp(path.join(os.tmpdir(), 'templates-'));
    await mkdir(path.join(directory, 'templates'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const write = (name: string, text: string) => writeFile(path.join(directory, 'templates', name), text);
  const head = 'format: VetroEnvironment/1.0\nname: Test\n';

  it('may be missing', async () => {
    await rm(path.join(directory, 'templates'), { recursive: true });
    expect(await loadTemplates(directory, types)).toEqual({ templates: [], problems: [], unfit: [] });
  });

  it('are left out, and told with file, line and type, when a service type is missing', async () => {
    await write(
      'castle.yaml',
      `${head}services:\n  - { type: webServer, name: w1, units: [{}], adminPassword: { $secret: ask } }\n  - { type: castle, name: c1, units: [{}] }\n`,
    );
    const { templates, problems, unfit } = await loadTemplates(directory, types);
    expect([templates, problems]).toEqual([[], []]);
    expect(unfit).toMatchObject([
      {
        file: 'templates/castle.yaml',
        path: 'services.1.type',
        line: 5,
        code: 'unknown_type',
        sentence: expect.stringContaining('"castle"'),
      },
    ]);
  });

  it.each([
    ['a property that its type does not have', 'colour: red', 'services.0.colour', 'unknown_property'],
    ['a domain that no service of it provides', 'domain: acme.local', 'services.0.domain', 'domain_not_provided'],
    ['a parameter that it does not declare', 'domain: { $parameter: where }', 'services.0.domain', 'unknown_parameter'],
    ['a marker that means nothing', 'domain: { $secret: guess }', 'services.0.domain', 'bad_marker'],
  ])('are left out for %s', async (_, line, at, code) => {
    await write(
      'bad.yaml',
      `${head}services:\n  - { type: webServer, name: w1, units: [{}], adminPassword: { $secret: ask }, ${line} }\n`,
    );
    const { templates, unfit } = await loadTemplates(directory, types);
    expect(templates).toEqual([]);
    expect(unfit.map((problem) => [problem.path, problem.code])).toContainEqual([at, code]);
  });

  it('end the start when they are no blueprints at all, naming file and line', async () => {
    await write('broken.yaml', `${head}services:\n  - { name: nothing }\ncolour: red\n`);
    const error = await loadCatalog(directory).catch((caught: unknown) => caught);
    expect(isVetroError(error) && error.code).toBe('packages_invalid');
    expect(isVetroError(error) && error.fields.map(({ path: at }) => at)).toEqual([
      'templates/broken.yaml:4 services.0.type',
      'templates/broken.yaml:5 colour',
    ]);
  });

  it('are read from JSON too: an exported file is a template', async () => {
    const service = { type: 'webServer', name: 'w1', units: [{}], adminPassword: { $secret: 'ask' } };
    await write(
      'exported.json',
      JSON.stringify({ format: 'VetroEnvironment/1.0', name: 'Exported', services: [service] }),
    );
    const { templates, unfit } = await loadTemplates(directory, types);
    expect(unfit).toEqual([]);
    expect(templates.map(({ id }) => id)).toEqual(['exported']);
  });
});
