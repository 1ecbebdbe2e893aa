import type { JsonObject } from '@/lib/model/json';
import type { RelationshipType } from '@/lib/model/lifecycle/template';

/** What the fake plugin answers for an operation, such as `pass`, `fail-2` or `block`. */
export type Answers = Record<string, string>;

interface RelationshipSpec {
  type: RelationshipType;
  target: string;
  properties?: JsonObject;
  sourceOps?: Answers;
  targetOps?: Answers;
}

export interface NodeSpec {
  id: string;
  type?: string;
  instances?: number;
  agent?: string;
  properties?: JsonObject;
  operations?: Answers;
  inputs?: Record<string, JsonObject>;
  retries?: { maxRetries?: number };
  resumable?: string[];
  relationships?: RelationshipSpec[];
}

export interface TopologySpec {
  nodes: NodeSpec[];
  types?: Record<string, { derivedFrom: string }>;
  groups?: { name: string; members: string[]; instances?: number }[];
}

export interface SetupStep {
  workflow?: string;
  params?: JsonObject;
  mayFail?: boolean;
  setState?: Record<string, string>;
  setStatus?: Record<string, 'ok' | 'failed'>;
  operations?: Answers;
}

export interface Step {
  waitFor?: string;
  release?: string;
  waitForEnd?: boolean;
  cancel?: { force?: boolean };
  resume?: { force?: boolean };
  start?: { workflow: string; params?: JsonObject; queue?: boolean };
  operations?: Answers;
  crash?: boolean;
  recover?: boolean;
}

/** One run of one scenario, as the suite's protocol says. */
export interface Scenario {
  id: string;
  run: number;
  seed: number;
  workflow: string;
  params: JsonObject;
  topology: TopologySpec;
  options?: { taskRetries?: number; subgraphRetries?: number; dryRun?: boolean };
  setup?: SetupStep[];
  update?: { topology?: TopologySpec };
  steps?: Step[];
}
