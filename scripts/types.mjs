// Checks the types of the whole project, those of its routes included. TypeScript 7 has no interface for programs yet:
// Next.js and what reads sources here import 6, which lies beside it (decision 22).
import path from 'node:path';
import { nextBin, root, run } from './setup.mjs';

const routes = await run(process.execPath, [nextBin, 'typegen'], { stdio: ['ignore', 'ignore', 'inherit'] });
// Always anew: 7.0.2 keeps errors of an earlier run where a file has since declared the global types that were missing.
const tsc = [path.join(root, 'node_modules', 'typescript-7', 'bin', 'tsc'), '--noEmit', '--incremental', 'false'];
process.exitCode = routes || (await run(process.execPath, tsc));
