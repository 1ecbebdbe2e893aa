// Packs what runs in the worker threads of the languages into one file (lib/conductor/workers/worker.ts says what that
// is): Next bundles the server alone, and a thread that had to translate its modules would be slow to start.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const output = path.join(root, 'lib', 'conductor', 'workers', 'generated', 'worker.mjs');

/** Writes the bundle unless the one that is there is the same. Vitest calls it before the first test. */
export default async function bundleWorker() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'lib', 'conductor', 'workers', 'worker.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    alias: { '@': root },
    // Names of functions and classes are part of what is told of a fault.
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
    logLevel: 'error',
  });
  const [{ contents }] = outputFiles;
  if (fs.existsSync(output) && Buffer.compare(fs.readFileSync(output), contents) === 0) return;
  fs.mkdirSync(path.dirname(output), { recursive: true });
  // At once or not at all: a thread may be loading the one before.
  const fresh = `${output}.${process.pid}`;
  fs.writeFileSync(fresh, contents);
  fs.renameSync(fresh, output);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleWorker();
