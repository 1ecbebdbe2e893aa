// Packs what runs in worker threads into one file each (the worker.ts of a folder says what that is), and the agent of servers: Next bundles the server alone, and a thread that had to translate its modules would be slow to start.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['lib/conductor/workers', 'lib/conductor/policy-checks', 'lib/catalog/reading', 'lib/threads/watchdog'];

/** Writes the bundles unless those that are there are the same. Vitest calls it before the first test. */
export default async function bundleWorkers() {
  const workers = FOLDERS.map((folder) => path.join(root, folder));
  await Promise.all([
    ...workers.map((folder) => bundle(path.join(folder, 'worker.ts'), path.join(folder, 'generated', 'worker.mjs'))),
    bundle(path.join(root, 'agent/main.ts'), path.join(root, 'agent/generated/vetro-agent.mjs')),
  ]);
}

async function bundle(entry, output) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Libraries in CommonJS ask for modules of Node's as they are loaded.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleWorkers();
