import type { JsonObject } from '@/lib/model/json';
import { runMuranoCase } from './muranopl/run-case';
import { runXmlCase } from './xmldsl/run-case';
import { runYaqlCase } from './yaql/run-case';

/** How a suite answers: one result per case; a case that cannot be run at all throws. */
export type Suite = (testCase: JsonObject) => Promise<JsonObject>;

/** Every suite by its name. Another one is a file and a line. */
export const SUITES: ReadonlyMap<string, Suite> = new Map<string, Suite>([
  ['muranopl', runMuranoCase],
  ['xmldsl', runXmlCase],
  ['yaql', runYaqlCase],
]);
