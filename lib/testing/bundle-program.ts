import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** A program of ours in one file. */
export interface BundledProgram {
  file: string;
  remove(): void;
}

/**
 * Packs a program that tests start as processes into one file: translating all of its modules at every start
 * costs more than what it is started for.
 *
 * @param entry path of its TypeScript file
 */
export async function bundleProgram(entry: string): Promise<BundledProgram> {
  const name = `${path.basename(entry, '.ts')}-${process.pid}.mjs`;
  // Below node_modules, where the packages it imports are found.
  const file = path.resolve('node_modules', '.cache', 'vetro', name);
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@': process.cwd() },
    logLevel: 'error',
  });
  return { file, remove: () => fs.rmSync(file, { force: true }) };
}
