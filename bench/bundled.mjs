// Workloads of a benchmark as they are built for production: no helper code of a development loader in them.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../scripts/setup.mjs';

/** What `bench/FOLDER/workloads.ts` exports. */
export async function bundled(folder) {
  const outfile = path.join(root, '.cache', `bench-${folder}.mjs`);
  fs.mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    entryPoints: [path.join(root, 'bench', folder, 'workloads.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Libraries in CommonJS ask for modules of Node's as they are loaded.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}
