import type { Json, JsonObject } from '@/lib/model/json';

/** Whose rights a plan has on its machine: a user's that is made for the machine, or the system's own (root, SYSTEM). */
export const PLAN_ACCOUNTS = ['machine', 'system'] as const;
export type PlanAccount = (typeof PLAN_ACCOUNTS)[number];

/** What a plan says of the account that it needs. No agent of Murano knows it: theirs run everything as the system. */
export interface PlanAccountRequest {
  /** left out: `machine` */
  RunAs?: PlanAccount;
  /** why it needs the system's account, for whoever allows it; must be there with `RunAs: system` */
  RunAsReason?: string;
}

/**
 * An execution plan of the v1 agent: what a Windows machine is asked to do (guide chapter 5,
 * "Execution Plans"; wire form in the Murano agent's protocol version 1).
 */
export interface ExecutionPlan extends PlanAccountRequest {
  /** PowerShell texts, base64 of UTF-8 */
  Scripts: string[];
  Commands: PlanCommand[];
  /** 0 never, 1 when every command succeeded, 2 always; the answer comes after the reboot */
  RebootOnCompletion: 0 | 1 | 2;
  /** what an agent of version 2 carries out instead: then there are no scripts and commands */
  program?: Program;
  /** what a tool carries out instead: then there is nothing else */
  software?: SoftwareConfig;
}

/**
 * A config of software that a tool is to carry out (docs/software-components.md). The answer's `Result` is what was
 * reported: `deploy_stdout`, `deploy_stderr`, `deploy_status_code` and outputs.
 */
export interface SoftwareConfig {
  /** such as `CREATE` */
  action: string;
  /** such as `script` */
  tool: string;
  text: string;
  /** by name; the tool finds them in its environment */
  inputs: JsonObject;
  /** names of the outputs that are waited for */
  outputs: string[];
}

/**
 * A plan of the v2 agent: a body of Python that calls scripts by their names (Murano agent's protocol,
 * format version 2).
 */
export interface Program {
  FormatVersion: string;
  Version: string;
  Name: string;
  Body: string;
  /** the body sees them as `args` */
  Parameters: JsonObject;
  Scripts: Record<string, ProgramScript>;
  /** by the names that scripts use */
  Files: Record<string, ProgramFile>;
}

export interface ProgramScript {
  /** Application, Puppet, Chef, … */
  Type: string;
  Version: string;
  /** key of the file that is run */
  EntryPoint: string;
  /** keys of further files that must be there */
  Files: Json[];
  Options: JsonObject;
}

export type ProgramFile =
  | {
      /** where it goes, below the plan's folder */
      Name: string;
      BodyType: 'Text' | 'Base64';
      Body: string;
    }
  /** the machine fetches it by itself */
  | { Name: string; Type: 'Downloadable'; URL: string };

export interface PlanCommand {
  Name: string;
  Arguments: JsonObject;
}

/**
 * The answer. Plan level: `IsException` with `[type, message]` or a message when the plan could not
 * start, else one entry per command carried out. A failed command's entry holds
 * `[type, message, command?, {stack}?]` and is the last one. The answer to a program is what its body
 * returned, or `[type, message, script?]`.
 */
export interface PlanResult {
  IsException: boolean;
  Result: Json;
}
