// Checks the types of the whole project, those of its routes included. TypeScript 7 has no interface for programs yet:
// Next.js and what reads sources here import 6, which lies beside it (decision 22).
//   --incremental   looks anew at what may have changed since the last time alone: npm run check
import fs from 'node:fs';
import path from 'node:path';
import { hashFiles, nextBin, remember, remembered, root, run } from './setup.mjs';

const BUILD_INFO = path.join(root, '.cache', 'types.tsbuildinfo');

const routes = await run(process.execPath, [nextBin, 'typegen'], { stdio: ['ignore', 'ignore', 'inherit'] });
const tsc = [path.join(root, 'node_modules', 'typescript-7', 'bin', 'tsc'), '--noEmit'];
process.exitCode = routes || (await run(process.execPath, [...tsc, ...howMuch()]));

function howMuch() {
  if (!process.argv.includes('--incremental')) return ['--incremental', 'false'];
  const generated = path.join(root, '.next', 'types');
  const globals = fs.readdirSync(generated).map((name) => path.join(generated, name));
  const wanted = hashFiles([...globals, path.join(root, 'package-lock.json'), path.join(root, 'tsconfig.json')]);
  // 7.0.2 keeps errors of an earlier run where a file has since declared the global types that were missing.
  if (remembered('types') !== wanted) fs.rmSync(BUILD_INFO, { force: true });
  remember('types', wanted);
  return ['--incremental', '--tsBuildInfoFile', BUILD_INFO];
}
