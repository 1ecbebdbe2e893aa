import path from 'node:path';
import { expect, it } from 'vitest';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import { errors } from '@/lib/errors';
import { readPackage } from './formats';
import { readFiles } from './read-folder';
import { linkProblems } from './requirements';
import { simulatedPackages } from './simulated-packages';
import { loadCatalog } from './testing/load-catalog';

const SIMULATION = 'Format: Simulation/1.0\ncommands: { Install-Pair: { seconds: 7 } }';

it('a package of either format may say what simulated machines do with it', async () => {
  for (const folder of [WEB_PAIR, path.resolve('catalog/io.vetro.windows.Web')]) {
    const files = await readFiles(folder);
    files.set('Simulation/more.yaml', new TextEncoder().encode(SIMULATION));
    const { package: pack, problems } = readPackage(files, 'folder');
    expect(problems).toEqual([]);
    expect(pack?.simulation?.commands['Install-Pair']).toMatchObject({ seconds: 7 });
    files.set('Simulation/wrong.yaml', new TextEncoder().encode('Format: Simulation/1.0\ncommand: {}'));
    expect(readPackage(files, 'folder').problems).toMatchObject([
      { file: 'folder/Simulation/wrong.yaml', path: 'command', line: 2 },
    ]);
  }
});

it('what a lock names comes with what it requires before it, and without what is no longer stored', async () => {
  const catalog = await loadCatalog(path.resolve('catalog'));
  const all = await catalog.newest('tenant');
  const lock = Object.fromEntries(all.map(({ name, version, digest }) => [name, { version, digest }]));
  const names = (await simulatedPackages(catalog, 'tenant', lock)).map(({ name }) => name);
  expect(names.indexOf('io.vetro.windows.Core')).toBeLessThan(names.indexOf('io.vetro.windows.Web'));
  expect(names).toHaveLength(all.length);
  expect((await simulatedPackages(catalog, 'tenant', null)).map(({ name }) => name)).toEqual(names);

  const gone = 'io.vetro.windows.Web';
  const forgetful = {
    ...catalog,
    read: async (digest: string, name: string) => {
      if (name === gone) throw errors.notFound('package_content_not_found', 'It is no longer stored.');
      return catalog.read(digest, name);
    },
  };
  const left = (await simulatedPackages(forgetful, 'tenant', lock)).map(({ name }) => name);
  expect(left).toEqual(names.filter((name) => name !== gone));
});

it('two packages that are used together may describe a command of one name', async () => {
  const packs = ['One', 'Two'].map((name) => {
    const manifest = `Format: Vetro/1.0\nType: Library\nFullName: com.acme.${name}\nName: ${name}\nVersion: 1.0.0\n`;
    const files = { 'manifest.yaml': manifest, 'Simulation/a.yaml': SIMULATION };
    const encoded = Object.entries(files).map(([file, text]) => [file, new TextEncoder().encode(text)] as const);
    const { package: pack, problems } = readPackage(new Map(encoded), name);
    expect(problems).toEqual([]);
    return pack;
  });
  expect(linkProblems(packs.filter((pack) => pack !== null))).toEqual([]);
});
