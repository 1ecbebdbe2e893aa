import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@/lib/model/json';
import type { JudgedCase } from './xml-case';

/** Every case of the suite with what was recorded of it. */
export function readCases(): JudgedCase[] {
  const text = readFileSync(path.join(import.meta.dirname, 'cases.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as JudgedCase);
}

/** What a candidate may see of a case: everything but the expectations and notes. */
export function withoutExpectation(testCase: JudgedCase): JsonObject {
  const { id, workflows, model, responses, templates } = testCase;
  return JSON.parse(JSON.stringify({ id, workflows, model, responses, templates })) as JsonObject;
}
