import { createInterface } from 'node:readline';
import type { JsonObject } from '@/lib/model/json';
import { SUITES } from './suites';

/**
 * `npm run -s conformance -- SUITE < cases.jsonl > results.jsonl`: one result a line for one case a line.
 * Results go to standard output, everything else to standard error.
 */
async function main(name: string | undefined): Promise<number> {
  const suite = SUITES.get(name ?? '');
  if (!suite) {
    process.stderr.write(`Usage: npm run -s conformance -- ${[...SUITES.keys()].join('|')} < cases.jsonl\n`);
    return 2;
  }
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const testCase = JSON.parse(line) as JsonObject;
    const result = await suite(testCase).catch((error: unknown) => {
      process.stderr.write(`${String(testCase.id)}: ${error instanceof Error ? error.stack : String(error)}\n`);
      return { id: testCase.id ?? null, error: String(error) };
    });
    process.stdout.write(`${toLine(result)}\n`);
  }
  return 0;
}

/** Whole numbers beyond 2^53 are written with all their digits. */
function toLine(result: JsonObject): string {
  const text = JSON.stringify(result, (_key, value: unknown) =>
    typeof value === 'bigint' ? `\u0000${value}\u0000` : value,
  );
  return text.replace(/"\\u0000(-?\d+)\\u0000"/g, '$1');
}

process.exitCode = await main(process.argv[2]);
