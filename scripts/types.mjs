// Checks the types of the whole project, those of its routes included. TypeScript 7 has no interface for programs yet:
// Next.js and what reads sources here import 6, which lies beside it (decision 22).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nextBin, root, run } from './setup.mjs';

/** @returns {Promise<number>} the exit code of the first command that failed, or 0 */
export async function checkTypes() {
  const routes = await run(process.execPath, [nextBin, 'typegen'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (routes !== 0) return routes;
  return run(process.execPath, [path.join(root, 'node_modules', 'typescript-7', 'bin', 'tsc'), '--noEmit']);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await checkTypes();
