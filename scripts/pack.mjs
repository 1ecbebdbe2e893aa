// Makes what `npm publish` takes of each package in packages/: JavaScript, its types, its README and the licence.
//   npm run pack                          packages/NAME/dist for each
//   npm publish packages/yaql/dist
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root, run, say } from './setup.mjs';

export const PACKAGES = fs
  .readdirSync(path.join(root, 'packages'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .sort();

/** A file of a package that people get: its tests and what they are made of stay here. */
const isPublished = (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing');

/**
 * Makes one package.
 *
 * @param {string} name its folder
 * @param {string} output folder, made anew
 * @throws Error where its types are wrong
 */
export async function pack(name, output) {
  const from = path.join(root, 'packages', name);
  const files = fs.readdirSync(path.join(from, 'src'), { recursive: true, encoding: 'utf8' }).filter(isPublished);
  fs.rmSync(output, { recursive: true, force: true });
  await build({
    entryPoints: files.map((file) => path.join(from, 'src', file)),
    outbase: path.join(from, 'src'),
    outdir: output,
    format: 'esm',
    target: 'es2023',
  });
  await writeTypes(name, output);
  for (const file of fs.readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (/\.(js|d\.ts)$/.test(file)) nameWholeFiles(path.join(output, file));
  }
  fs.copyFileSync(path.join(from, 'README.md'), path.join(output, 'README.md'));
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(output, 'LICENSE'));
  const manifest = JSON.parse(fs.readFileSync(path.join(from, 'package.json'), 'utf8'));
  const exports = { '.': { types: './index.d.ts', default: './index.js' } };
  fs.writeFileSync(path.join(output, 'package.json'), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`);
}

/** The compiler reads a package together with those that it imports, and writes the types of all of them. */
async function writeTypes(name, output) {
  const types = fs.mkdtempSync(path.join(os.tmpdir(), 'types-'));
  try {
    const compiler = path.join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const project = path.join(root, 'packages', 'tsconfig.types.json');
    if ((await run(process.execPath, [compiler, '--project', project, '--outDir', types])) !== 0)
      throw new Error(`The types of packages/${name} cannot be written; the compiler's words are above.`);
    fs.cpSync(path.join(types, name, 'src'), output, { recursive: true });
  } finally {
    fs.rmSync(types, { recursive: true });
  }
}

/** Node finds modules by their whole names, and sources name them without an ending. */
function nameWholeFiles(file) {
  const folder = path.dirname(file);
  const whole = (name) => {
    const ends = fs.existsSync(path.join(folder, `${name}.js`)) ? '.js' : '/index.js';
    return `${name.replace(/\/$/, '')}${ends}`;
  };
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(
    file,
    text.replace(/(\b(?:from|import)\s*\(?\s*['"])(\.{1,2}(?:\/[^'"]*)?)(['"])/g, (_, before, name, after) => {
      return `${before}${whole(name)}${after}`;
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of PACKAGES) {
    const output = path.join(root, 'packages', name, 'dist');
    await pack(name, output);
    say(`${path.relative(root, output)} is ready for \`npm publish\`.`);
  }
}
