import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readFiles as readFolder } from '@/lib/catalog/read-folder';
import { errors } from '@/lib/errors';
import { packageFiles } from '@/lib/formats/package/page-files';
import type { Command } from './command';
import { required } from './required';

const ROOT = path.resolve(import.meta.dirname, '..');
const FULL_NAME = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;

/** A package to begin with: one that the documentation writes, under the author's name. */
interface Beginning {
  /** what it is, in a line */
  about: string;
  files(): Promise<Record<string, string>>;
  /** a text, or a path, of it for a package of another name */
  renamed(text: string, name: PackageName): string;
}

interface PackageName {
  full: string;
  /** before its last part */
  namespace: string;
  last: string;
  /** the last part in words */
  title: string;
}

const BEGINNINGS: ReadonlyMap<string, Beginning> = new Map([
  [
    'xml',
    {
      about: 'workflows in XML: a Windows machine that shares a folder (docs/packages.md)',
      files: () => ofPage('docs/packages.md'),
      renamed: (text: string, { full, last, title }: PackageName) =>
        text
          .replaceAll('com.acme.FileServer', full)
          .replaceAll('fileServer', last.charAt(0).toLowerCase() + last.slice(1))
          .replaceAll('File Server', title),
    },
  ],
  [
    'muranopl',
    {
      about: 'classes in MuranoPL: a wiki on a Linux machine (docs/muranopl.md)',
      files: () => ofPage('docs/muranopl.md'),
      renamed: (text: string, { namespace, last }: PackageName) =>
        text.replaceAll('com.example', namespace).replaceAll(/\bWiki(?=\b|Test\b)/g, last),
    },
  ],
  [
    'blueprint',
    {
      about: 'a topology: web servers and a database on Windows machines (docs/blueprints.md)',
      files: () => ofFolder('examples/com.example.TeamPortal'),
      renamed: (text: string, { full, title }: PackageName) =>
        text.replaceAll('com.example.TeamPortal', full).replaceAll('Team Portal', title),
    },
  ],
  [
    'hot',
    {
      about: 'a Heat template: a machine that greets (docs/hot-packages.md)',
      files: () => ofPage('docs/hot-packages.md'),
      renamed: (text: string, { full, title }: PackageName) =>
        text.replaceAll('com.example.Greeter', full).replaceAll('Greeter', title),
    },
  ],
]);

/** `new FORMAT DIR`: a package that works, to change. */
export const newCommand: Command = {
  usage: 'new FORMAT DIR [--name com.acme.Thing]',
  about: [
    'Makes a package that can be deployed as it is, to begin with. FORMAT is',
    ...[...BEGINNINGS].map(([format, { about }]) => `${format.padEnd(11)}${about}`),
    '--name     the full name; com.example. and the name of the folder when left out',
  ],
  async run(args, say) {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { name: { type: 'string' } } });
    const format = required(positionals[0], 'in which format: xml, muranopl, blueprint or hot');
    const folder = required(positionals[1], 'in which folder');
    const beginning = BEGINNINGS.get(format.toLowerCase());
    if (!beginning) {
      throw errors.invalidInput(`There is no format ${format}: it is one of ${[...BEGINNINGS.keys()].join(', ')}.`, []);
    }
    const name = nameOf(values.name ?? `com.example.${camel(path.basename(path.resolve(folder)))}`);
    if ((await readdir(folder).catch(() => [])).length > 0) {
      throw errors.invalidInput(`The folder ${folder} is not empty.`, []);
    }
    for (const [file, text] of Object.entries(await beginning.files())) {
      const target = path.join(folder, beginning.renamed(file, name));
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, beginning.renamed(text, name));
    }
    say(`${name.full} is in ${folder}.`);
    say(`  npm run package -- check ${folder}`);
    say(`  npm run package -- import ${folder} --to http://localhost:3000`);
    return 0;
  },
};

async function ofPage(page: string): Promise<Record<string, string>> {
  return packageFiles(await readFile(path.join(ROOT, page), 'utf8'));
}

async function ofFolder(folder: string): Promise<Record<string, string>> {
  const files = await readFolder(path.join(ROOT, folder));
  return Object.fromEntries([...files].map(([file, bytes]) => [file, new TextDecoder().decode(bytes)]));
}

function nameOf(full: string): PackageName {
  if (!FULL_NAME.test(full)) {
    throw errors.invalidInput(`"${full}" is no full name: it has words with dots between them, as com.acme.Thing.`, []);
  }
  const at = full.lastIndexOf('.');
  const last = full.slice(at + 1);
  return { full, namespace: full.slice(0, at), last, title: last.replace(/([a-z0-9])([A-Z])/g, '$1 $2') };
}

function camel(text: string): string {
  const words =
    text
      .split('.')
      .at(-1)
      ?.split(/[^A-Za-z0-9]+/) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
