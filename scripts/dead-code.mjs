// What no user reaches is dead, whoever tests it: programs, pages and threads of the product alone keep code alive.
// Tests, suites, benchmarks and folders called testing may import the product; they keep nothing of it.
import { deadCodeOf } from './production/dead-code-of.mjs';
import { root, say } from './setup.mjs';

const dead = deadCodeOf(root);
for (const { file, line, name, kind } of dead) say(`${file}:${line} ${kind} ${name}: only tests reach it, or nobody`);
process.exitCode = dead.length === 0 ? 0 : 1;
