import type { Json, JsonObject } from '@/lib/model/json';

/** A case as a candidate sees it. */
export interface XmlCase {
  id: string;
  workflows: { name: string; xml: string }[];
  model: JsonObject;
  responses?: CannedResponse[];
  templates?: { cf?: Record<string, JsonObject>; agent?: Record<string, JsonObject> };
}

/** What the executor answers to the commands that fit; the first that fits, in order, wins. */
export interface CannedResponse {
  kind: 'update-cf-stack' | 'delete-cf-stack' | 'send-command';
  template?: string;
  unit?: string;
  service?: string;
  /** only the nth fitting command, counted from 1 */
  nth?: number;
  ok: boolean;
  result?: Json;
  error?: { type?: string; message?: string; messages?: Json };
}

/** What was recorded of a case; kept from the candidate. */
export interface Expectation {
  trace: TraceEntry[];
  batches?: number[][];
  model: JsonObject;
  stopped: boolean;
  stopRequested: boolean;
  aborted: boolean;
  heat?: JsonObject[];
  plans?: JsonObject[];
}

export type TraceEntry = JsonObject & { kind: string };

export interface JudgedCase extends XmlCase {
  basis: string;
  features: string[];
  advisory?: boolean;
  expect: Expectation;
  expectSeed?: Expectation;
}
