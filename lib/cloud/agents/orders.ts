import { type ConfigInInbox, configIn } from '@/lib/cloud/kernel/machines/configs';
import { configPlan, configText, PLAN_TOOL, pickedRun, planSignal } from '@/lib/conductor/software';
import { isVetroError } from '@/lib/errors';
import type { Order } from '@/lib/formats/agent-channel/messages';
import { accountOfOptions, optionProblems } from '@/lib/formats/execution-plan/account';
import type { ExecutionPlan, PlanAccount, PlanAccountRequest, PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/**
 * What an agent is told to do for what stands in an inbox of its machine; secrets opened.
 *
 * @param account whose rights it has
 */
export function orderOf(machine: string, account: PlanAccount, waiting: unknown): Order {
  const config = configIn(waiting);
  const about = { machine, account };
  if (!config) {
    const plan = waiting as ExecutionPlan;
    return plan.software ? { ...about, software: plan.software } : { ...about, plan };
  }
  const { action, tool, config: body, inputs } = pickedRun(config.config);
  if (tool === PLAN_TOOL) return { ...about, plan: configPlan(body, inputs) };
  const text = configText(body);
  return { ...about, software: { action, tool: tool ?? '', text, inputs, outputs: config.outputs } };
}

/** The account that what stands in an inbox says it needs; it is well written. */
export function accountRequestOf(waiting: unknown): PlanAccountRequest {
  const config = configIn(waiting);
  if (!config) return waiting as ExecutionPlan;
  const { tool, config: body, inputs, options } = pickedRun(config.config);
  return tool === PLAN_TOOL ? configPlan(body, inputs) : accountOfOptions(options);
}

/** What is reported of a config that no agent is given; null: one is. */
export function refusalOf({ config }: ConfigInInbox): JsonObject | null {
  const { action, tool, config: body, inputs, options } = pickedRun(config);
  if (tool === null) return failedSignal(`No config of this component is for ${action}.`);
  if (tool !== PLAN_TOOL) {
    const [problem] = optionProblems(options);
    return problem ? failedSignal(`options of ${tool}: ${problem.path}: ${problem.sentence}`) : null;
  }
  try {
    configPlan(body, inputs);
    return null;
  } catch (error) {
    if (!isVetroError(error)) throw error;
    return failedSignal(error.sentence);
  }
}

/** What an agent's answer reports of a config. */
export function signalOf({ config, outputs }: ConfigInInbox, result: PlanResult): JsonObject {
  const { tool, config: body, inputs } = pickedRun(config);
  if (tool === PLAN_TOOL) return planSignal(configPlan(body, inputs), result, outputs);
  if (!result.IsException && isObject(result.Result)) return result.Result;
  return failedSignal(wordsOf(result.Result));
}

/** What is reported of a config that was not carried out. */
export function failedSignal(words: string): JsonObject {
  return { deploy_stdout: '', deploy_stderr: words, deploy_status_code: 1 };
}

/** `[type, message]`, or a message. */
function wordsOf(result: Json): string {
  return String((Array.isArray(result) ? result[1] : result) ?? '');
}
