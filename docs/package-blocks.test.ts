import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '@/authoring/command-line';
import { packageBlocks, packageFiles } from '@/lib/formats/package/page-files';
import { isObject, type JsonObject } from '@/lib/model/json';

/** Fragments of packages on pages of the documentation, put into the packages that they belong to and checked there. */

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'package-blocks-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The blocks of a page that are no file of a package, in their order. */
async function fragments(page: string, kind: string): Promise<string[]> {
  const blocks = packageBlocks(await readFile(page, 'utf8'));
  return blocks.flatMap((block) => (block.file === null && block.kind === kind ? [block.text] : []));
}

/** What `npm run package -- check` says of a package. */
async function checked(name: string, files: Record<string, string>): Promise<string> {
  const folder = path.join(directory, name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  const lines: string[] = [];
  await runCommandLine(['check', folder], (line) => void lines.push(line));
  return lines.join('\n').replaceAll(`${folder}: `, '');
}

const FINE = 'no errors, no warnings.';
const plan = (command: string, args: Record<string, string>) =>
  JSON.stringify({
    Scripts: ['Own.ps1'],
    Commands: [{ Name: command, Arguments: args }],
    RebootOnCompletion: 0,
  });

/** One document over another: objects key by key, lists of named things by their names, all else replaced. */
function over(below: unknown, above: unknown): unknown {
  if (isObject(below) && isObject(above)) {
    const keys = [...new Set([...Object.keys(below), ...Object.keys(above)])];
    return Object.fromEntries(
      keys.map((key) => [key, key in above ? over(below[key], above[key]) : (below[key] as unknown)]),
    );
  }
  if (!Array.isArray(below) || !Array.isArray(above)) return above;
  const nameOf = (value: unknown) => (isObject(value) ? value.name : value);
  return [...below.filter((one) => !above.some((other) => nameOf(other) === nameOf(one))), ...above];
}

describe('the fragments of docs/packages.md', () => {
  const worked = async () => packageFiles(await readFile('docs/packages.md', 'utf8'));
  const blocks = () => fragments('docs/packages.md', 'yaml');

  it('are a relation, two guides, two operations, a load balancer and a template', async () => {
    expect((await blocks()).map((text) => Object.keys(parse(text))[0])).toEqual([
      ...['offers', 'Format', 'Format', 'Format', 'customOperations', 'shared', 'format'],
    ]);
  });

  it('are sound in the package of the page', async () => {
    const [relations = '', guide = '', german = '', operations = '', further = '', shared = ''] = await blocks();
    const files = await worked();
    const manifest = over(parse(files['manifest.yaml'] ?? ''), { Require: { 'io.vetro.windows.Web': '1.0.0' } });
    const form = [relations, shared].map((text) => parse(text)).reduce(over, parse(files['UI/service.yaml'] ?? ''));
    const output = await checked('com.acme.FileServer', {
      ...files,
      'manifest.yaml': JSON.stringify(manifest),
      'UI/service.yaml': JSON.stringify(form),
      'Guide/guide.yaml': guide,
      'Guide/de.yaml': german,
      'Lifecycle/operations.yaml': `${operations}\n${further}`,
      'Resources/plans/CheckShare.json': plan('Test-Own', {
        share: '$share',
        host: '$host',
        path: '$path',
        port: '$port',
      }),
      'Resources/plans/BackUpDatabase.json': plan('Test-Own', { path: '$path' }),
      'Resources/scripts/Own.ps1': 'function Test-Own { }\n',
    });
    expect(output).toBe(FINE);
  });

  it('the template is one of the catalog', async () => {
    const { loadCatalog } = await import('@/lib/catalog/testing/load-catalog');
    const catalog = path.join(directory, 'catalog');
    await cp('catalog', catalog, { recursive: true });
    await writeFile(path.join(catalog, 'templates', 'office.yaml'), (await blocks())[6] ?? '');
    const { templates, unfitTemplates } = await loadCatalog(catalog);
    expect(unfitTemplates).toEqual([]);
    expect(templates.map(({ id }) => id)).toContain('office');
  });
});

describe('the blueprint of docs/blueprints.md', () => {
  const MANIFEST: JsonObject = {
    ...{ Format: 'Blueprint/1.0', Type: 'Application', FullName: 'com.acme.Portal', Name: 'Portal', Version: '1.0.0' },
    Require: { 'io.vetro.windows.Core': '1.0.0' },
  };
  const files = (blueprint: unknown) => ({
    'manifest.yaml': JSON.stringify(MANIFEST),
    'blueprint.yaml': JSON.stringify(blueprint),
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64"/></svg>',
    'Resources/stacks/PortalAccess.yaml': JSON.stringify({ resources: { $port: { properties: {} } } }),
    'Resources/plans/InstallService.json': plan('Test-Own', { name: '$name' }),
    'Resources/plans/PublishSite.json': plan('Test-Own', {}),
    'Resources/plans/RemoveSite.json': plan('Test-Own', {}),
    'Resources/plans/ClearCache.json': plan('Test-Own', {}),
    'Resources/scripts/Own.ps1': 'function Test-Own { }\n',
  });
  /** What the pieces speak of and the page does not write: who has the operation that the workflow runs. */
  const CACHE = {
    node_types: { 'com.acme.nodes.Service': { interfaces: { maintenance: { clear_cache: 'ClearCache' } } } },
  };

  it('is sound as printed, and with the software component and the workflow of the page', async () => {
    const [topology = '', , , component = '', workflow = ''] = await fragments('docs/blueprints.md', 'yaml');
    expect(await checked('printed', files(parse(topology)))).toBe(FINE);
    const whole = [topology, component, workflow].map((text) => parse(text)).reduce(over, CACHE);
    expect(await checked('whole', files(whole))).toBe(FINE);
  });

  it('is on machines of the library that it names, which describes them as the page does', async () => {
    const [topology = '', named = '', machines = ''] = await fragments('docs/blueprints.md', 'yaml');
    const linux = { ...MANIFEST, Require: { 'io.vetro.linux.Core': '1.0.0' } };
    const blueprint = { ...parse(topology), ...parse(named) };
    expect(await checked('linux', { ...files(blueprint), 'manifest.yaml': JSON.stringify(linux) })).toBe(FINE);
    const library = { ...MANIFEST, Format: 'Vetro/1.0', Type: 'Library', FullName: 'com.acme.Machines' };
    const described = { 'manifest.yaml': JSON.stringify(library), 'Machines/machines.yaml': machines };
    expect(await checked('machines', described)).toBe(FINE);
    const wrong = { ...described, 'Machines/machines.yaml': machines.replace('system: linux', 'system: Linux!') };
    expect(await checked('no-machines', wrong)).toMatch(/machines\.yaml:2:\d+ system/);
  });

  it('without the operation that its workflow runs is refused', async () => {
    const [topology = '', , , , workflow = ''] = await fragments('docs/blueprints.md', 'yaml');
    const output = await checked('refused', files(over(parse(topology), parse(workflow))));
    expect(output).toMatch(/blueprint\.yaml.*clear_cache/);
  });
});
