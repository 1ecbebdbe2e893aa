import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** What stays outside: native code, packages that start threads from their own files, and what is optional and not here. */
const EXTERNAL = ['@node-rs/argon2', 'pg-native', 'piscina', 'esbuild', 'winston*', '@opentelemetry/*'];

/** Packages in CommonJS expect these in whatever file they stand. */
const COMMONJS = `import { createRequire as createRequireHere } from 'node:module';
import { fileURLToPath as pathOfUrl } from 'node:url';
const require = createRequireHere(import.meta.url);
const __filename = pathOfUrl(import.meta.url);
const __dirname = pathOfUrl(new URL('.', import.meta.url));`;

/** A program of ours in one file. */
export interface BundledProgram {
  file: string;
  remove(): void;
}

/**
 * Packs a program that tests start as processes into one file, with the packages it imports: finding and translating
 * all of its modules at every start costs more than what it is started for.
 *
 * @param entry path of its TypeScript file
 */
export async function bundleProgram(entry: string): Promise<BundledProgram> {
  const name = `${path.basename(entry, '.ts')}-${process.pid}.mjs`;
  // Below node_modules, where the packages that stay outside are found.
  const file = path.resolve('node_modules', '.cache', 'vetro', name);
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: EXTERNAL,
    banner: { js: COMMONJS },
    logLevel: 'error',
  });
  return { file, remove: () => fs.rmSync(file, { force: true }) };
}
