import type { SourceSpan } from '@/lib/errors';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import type { Json, JsonObject } from '@/lib/model/json';
import type { ReportRequest } from '../../ports/conductor';
import type { Budget } from '../language/budget';
import type { ProcessorTime } from '../language/processor-time';
import type { Dialect } from './dialect';
import type { EvaluationPosition } from './evaluation-position';
import type { Query } from './jsonpath/syntax';
import type { MuteTable } from './mute-table';
import type { RunEvent } from './run-events';
import type { NameOrigin, TemplateSource } from './templates';

/** The vocabulary of the interpreter: what a compiled workflow is made of and what running one needs. */

/** A value of the language: JSON, or a body that is evaluated when it is read (`<function>`). */
export type Value = Json | DeferredBody;

export interface DeferredBody {
  readonly deferred: Body;
  readonly frame: Frame;
}

/** Whether a value is a body that is yet to be run, with the frame it belongs to. */
export function isDeferred(value: Value): value is DeferredBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'deferred' in value &&
    'frame' in value &&
    value.frame instanceof Frame
  );
}

/** What an element holds, as texts and calls in document order. */
export interface Body {
  parts: readonly (string | Call)[];
  /** whether outer whitespace goes: a body of text alone keeps it */
  strip: boolean;
  span: SourceSpan;
}

/** `<map>`'s and `<list>`'s children; a list's known functions are called, other tags hold a value. */
export interface Item {
  name: string;
  content: Call | Body;
}

/** An element: a call of the function with that name. */
export interface Call {
  tag: string;
  span: SourceSpan;
  /** null for a tag that no function has; calling it is an error */
  function: FunctionDefinition | null;
  attributes: ReadonlyMap<string, string>;
  parameters: readonly { name: string; body: Body }[];
  body: Body;
  items: readonly Item[];
  /** `success`, `failure`, `empty` */
  blocks: ReadonlyMap<string, Body>;
  /** the parsed `match` or `path`, for functions that take a query */
  query: QuerySource | null;
}

/** A query as written: constant, with interpolated values, or computed as a whole. */
export type QuerySource =
  | { kind: 'constant'; prefix: string; query: Query }
  | { kind: 'pattern'; prefix: string; query: Query; holes: readonly Call[] }
  | { kind: 'computed'; body: Body }
  /** it could not be parsed and selects nothing */
  | { kind: 'broken' };

/** Evaluated arguments by name; a parameter wins over an attribute of the same name. */
export type Arguments = ReadonlyMap<string, Value>;

export interface FunctionDefinition {
  name: string;
  attributes: readonly string[];
  required: readonly string[];
  content: 'value' | 'rules' | 'items' | 'entries' | 'blocks' | 'none';
  blocks: readonly string[];
  /** the argument that holds a query */
  query: 'match' | 'path' | null;
  evaluate(call: Call, args: Arguments, frame: Frame, run: WorkflowExecution): Value;
}

/** What one pass over a workflow file shares: whether it changed the model. */
export interface Pass {
  changed: boolean;
  /** mutes of this workflow file */
  muteTable: MuteTable;
  /** full name of the package that the file is of */
  package: string;
}

/** A function context (Murano v0.2 guide, chapter 5, "Function context"): variables, looked up outwards. */
export class Frame {
  private variables: Map<string, Value> | null = null;

  constructor(
    readonly parent: Frame | null,
    readonly pass: Pass,
    public position: EvaluationPosition,
  ) {}

  child(): Frame {
    return new Frame(this, this.pass, this.position);
  }

  get(name: string): Value {
    if (this.variables?.has(name)) return this.variables.get(name) ?? null;
    return this.parent?.get(name) ?? null;
  }

  set(name: string, value: Value): void {
    this.variables ??= new Map();
    this.variables.set(name, value);
  }

  /**
   * A frame that later changes outside cannot reach: a pending command's handler sees the match and the
   * variables as they were when the command was enqueued.
   */
  capture(): Frame {
    const captured = new Frame(null, this.pass, this.position);
    const chain: Frame[] = [];
    for (let frame: Frame | null = this; frame; frame = frame.parent) chain.unshift(frame);
    for (const frame of chain) for (const [name, value] of frame.variables ?? []) captured.set(name, value);
    return captured;
  }
}

/** A command that waits for the end of the round. */
export type Pending =
  | {
      kind: 'update-cf-stack';
      call: Call;
      frame: Frame;
      template: string;
      mappings: JsonObject;
      arguments: JsonObject;
      /** after substitution */
      content: JsonObject;
      result: string | null;
      error: string | null;
    }
  | { kind: 'delete-cf-stack'; call: Call; frame: Frame }
  | {
      kind: 'send-command';
      call: Call;
      frame: Frame;
      template: string;
      mappings: JsonObject;
      unit: string;
      service: string;
      /** seconds, as the workflow gave it */
      timeout: number | null;
      /** after substitution, scripts in base64, nothing else added */
      content: JsonObject;
      plan: ExecutionPlan;
      /** full name of the package that the plan is of */
      package: string;
      result: string | null;
      error: string | null;
    };

export type PendingOf<K extends Pending['kind']> = Extract<Pending, { kind: K }>;

/** What is true for a whole run. */
export interface WorkflowExecution {
  readonly model: JsonObject;
  readonly dialect: Dialect;
  readonly budget: Budget;
  /** what the run may take of the processor, and when others have a turn */
  readonly time: ProcessorTime;
  readonly templates: TemplateSource;
  readonly providers: Providers;
  /** configuration that `##group.option` reads */
  readonly settings: JsonObject;
  readonly pending: Pending[];
  /** reports not yet handed over, in order */
  readonly outbox: ReportRequest[];
  observe(event: RunEvent): void;
  round: number;
  stopRequested: boolean;
  /** the rule that changed the model last, for the error when rules never settle */
  lastChange: Call | null;
  /** the rule whose body is being evaluated */
  rule: Call | null;
  /** the units that commands may go to; null: all */
  readonly only: ReadonlySet<string> | null;
  /** whether something was asked for other units than those */
  leftOut: boolean;
}

/** What the language asks of others because it is pure; every answer follows from the question alone. */
export interface Providers {
  /** a host name for a machine; must not repeat one that the model or this run already gave */
  hostName(request: HostNameRequest): string;
  /** the text a machine's first boot runs */
  userData(request: UserDataRequest): string;
}

export interface HostNameRequest {
  /** letters, digits, hyphens and one `#`; null for a generated name */
  pattern: string | null;
  serviceId: string;
  /** the unit the cursor stands on, if any */
  unitId: string | null;
  model: JsonObject;
  /** names of machines that may be on their way out: not given again where another number will do */
  avoid: string[];
  /** the call, for errors */
  span: SourceSpan;
}

export interface UserDataRequest {
  template: string;
  hostName: string;
  serviceId: string;
  unitId: string;
  environmentId: string;
  /** who names the template */
  origin: NameOrigin;
}
