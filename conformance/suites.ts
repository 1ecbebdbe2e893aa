import type { JsonObject } from '@/lib/model/json';
import { runDatalogCase } from '@/packages/datalog/corpus/run-case';
import { runYaqlCase } from '@/packages/yaql/corpus/run-case';
import { runLifecycleCase } from './lifecycle/run-lifecycle';
import { runMuranoCase } from './muranopl/run-case';
import { runCheckCase } from './policy/run-check';
import { runDecomposeCase } from './policy/run-decompose';
import { runSoftwareCase } from './software/run-case';
import { runXmlCase } from './xmldsl/run-case';

/** How a suite answers: one result per case; a case that cannot be run at all throws. */
export type Suite = (testCase: JsonObject) => Promise<JsonObject>;

/** Every suite by its name. Another one is a file and a line. */
export const SUITES: ReadonlyMap<string, Suite> = new Map<string, Suite>([
  ['datalog', runDatalogCase as unknown as Suite],
  ['decompose', runDecomposeCase],
  ['lifecycle', runLifecycleCase],
  ['muranopl', runMuranoCase],
  ['policy-check', runCheckCase],
  ['software', runSoftwareCase],
  ['xmldsl', runXmlCase],
  ['yaql', runYaqlCase as Suite],
]);
