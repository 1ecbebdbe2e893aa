// Rows of figures: what was measured, beside its aim.
import { say } from '../scripts/setup.mjs';
import { percentile } from './load.mjs';

/**
 * Asks the same again and again, and prints how long it takes; a median above the aim makes the program fail.
 *
 * @param {(method: string, address: string) => Promise<{status: number, text: string}>} call
 * @param {string | ((n: number) => string)} address of the n-th request
 * @param {number} aim median in milliseconds; 0: there is none
 */
export async function row(call, what, address, repeats, aim) {
  const latencies = [];
  let size = 0;
  for (let n = -5; n < repeats; n += 1) {
    const from = performance.now();
    const answer = await call('GET', typeof address === 'function' ? address(n) : address);
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
    if (n >= 0) latencies.push(performance.now() - from);
    size = answer.text.length;
  }
  sayLatencies(what, latencies, aim, `${(size / 1024).toFixed(0).padStart(4)} KB`);
}

/** Prints median and 99th percentile of latencies in milliseconds; a median above the aim makes the program fail. */
export function sayLatencies(what, latencies, aim, more = '') {
  latencies.sort((a, b) => a - b);
  const at = (share) => percentile(latencies, share).toFixed(1).padStart(6);
  const beside = aim ? `  (aim: p50 at most ${aim} ms)` : '';
  say(`${what.padEnd(50)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  ${more}${beside}`);
  if (aim && percentile(latencies, 0.5) > aim) process.exitCode = 1;
}

/** Memory of a server, in MB: all of it, what its programs hold, and what they hold beside that, as bodies and files are. */
export async function memoryOf(call) {
  const { text } = await call('GET', '/metrics');
  const figure = (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 2 ** 20;
  return {
    resident: figure('process_resident_memory_bytes'),
    heap: figure('nodejs_heap_size_used_bytes'),
    external: figure('nodejs_external_memory_bytes'),
  };
}
