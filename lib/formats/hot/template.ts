import type { Json, JsonObject } from '@/lib/model/json';
import type { Parameter } from './parameters';

/**
 * A HOT template (Heat Orchestration Template): what a stack should be. Values inside `properties`,
 * `metadata` and outputs still hold their intrinsic functions; `functions.ts` evaluates them.
 */
export interface Template {
  version: string;
  description: string;
  parameters: Record<string, Parameter>;
  /** by name, still to be evaluated; `active.ts` settles them */
  conditions: Record<string, Json>;
  resources: Record<string, ResourceDefinition>;
  outputs: Record<string, OutputDefinition>;
}

export interface ResourceDefinition {
  type: string;
  properties: JsonObject;
  metadata: JsonObject;
  /** names given by `depends_on` alone; references in properties are found by `graph.ts` */
  dependsOn: string[];
  /** the resource is there only while this holds: a name, a truth value or a call */
  condition?: Json;
  /** what becomes of the thing when the stack no longer has the resource */
  deletionPolicy?: DeletionPolicy;
}

export type DeletionPolicy = 'Delete' | 'Retain' | 'Snapshot';

export interface OutputDefinition {
  description: string;
  value: Json;
  /** without it holding the output is null */
  condition?: Json;
}
