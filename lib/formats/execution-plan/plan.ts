import type { Json, JsonObject } from '@/lib/model/json';

/**
 * An execution plan of the v1 agent: what a Windows machine is asked to do (guide chapter 5,
 * "Execution Plans"; wire form in the Murano agent's protocol version 1).
 */
export interface ExecutionPlan {
  /** PowerShell texts, base64 of UTF-8 */
  Scripts: string[];
  Commands: PlanCommand[];
  /** 0 never, 1 when every command succeeded, 2 always; the answer comes after the reboot */
  RebootOnCompletion: 0 | 1 | 2;
}

export interface PlanCommand {
  Name: string;
  Arguments: JsonObject;
}

/**
 * The answer. Plan level: `IsException` with `[type, message]` or a message when the plan could not
 * start, else one entry per command carried out. A failed command's entry holds
 * `[type, message, command?, {stack}?]` and is the last one.
 */
export interface PlanResult {
  IsException: boolean;
  Result: Json;
}
