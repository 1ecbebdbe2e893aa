import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { PLAN_ACCOUNTS, type PlanAccount, type PlanAccountRequest } from './plan';

const MAX_REASON_CHARACTERS = 500;
/** How options of a tool call what plans call `RunAs` and `RunAsReason`. */
const OPTIONS = { account: 'run_as', reason: 'run_as_reason' } as const;
const FIELDS = { account: 'RunAs', reason: 'RunAsReason' } as const;

/** What a template says of the account that its plan needs, as the plan itself has it; nothing where it says nothing. */
export function accountFields({ RunAs: account, RunAsReason: reason }: JsonObject): JsonObject {
  return {
    ...(account === undefined ? {} : { RunAs: account }),
    ...(reason === undefined ? {} : { RunAsReason: reason }),
  };
}

/** What is wrong with that in a plan: values that nobody knows, and the system's account without a reason. */
export function accountProblems({ RunAs: account, RunAsReason: reason }: JsonObject): FieldProblem[] {
  return problemsOf(account, reason, FIELDS);
}

/** The options of a tool with which a config is carried out: a component has those of each tool under the tool's name. */
export function toolOptions(options: Json | undefined, tool: string, isComponent: boolean): JsonObject {
  const all = isObject(options) ? options : {};
  if (!isComponent) return all;
  const own = all[tool];
  return isObject(own) ? own : {};
}

/** As `accountProblems`, of the options of a tool. */
export function optionProblems(options: JsonObject): FieldProblem[] {
  return problemsOf(options[OPTIONS.account], options[OPTIONS.reason], OPTIONS);
}

/** The account that options of a tool ask for, in the fields of a plan. */
export function accountOfOptions(options: JsonObject): JsonObject & PlanAccountRequest {
  const { [OPTIONS.account]: account, [OPTIONS.reason]: reason } = options;
  return accountFields({
    ...(account === undefined ? {} : { RunAs: account }),
    ...(reason === undefined ? {} : { RunAsReason: reason }),
  });
}

function problemsOf(
  account: Json | undefined,
  reason: Json | undefined,
  fields: { account: string; reason: string },
): FieldProblem[] {
  if (account !== undefined && !PLAN_ACCOUNTS.includes(account as PlanAccount)) {
    const sentence = `${fields.account} is "machine" (a user that is made for the machine) or "system" (root, or SYSTEM on Windows).`;
    return [{ path: fields.account, code: 'unknown_account', sentence }];
  }
  const isReason = typeof reason === 'string' && reason.trim() !== '' && reason.length <= MAX_REASON_CHARACTERS;
  if (isReason || (account !== 'system' && reason === undefined)) return [];
  const sentence = `${fields.reason} says in at most ${MAX_REASON_CHARACTERS} characters why the plan needs the system's account.`;
  return [{ path: fields.reason, code: 'reason_missing', sentence }];
}
