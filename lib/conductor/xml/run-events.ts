import type { Json, JsonObject } from '@/lib/model/json';

/**
 * What a run did, in order, for logs and conformance. `round` counts from 0. Values are as the workflow
 * gave them.
 */
export type RunEvent =
  | { kind: 'update-cf-stack'; round: number; template: string; mappings: JsonObject; arguments: JsonObject }
  | { kind: 'delete-cf-stack'; round: number }
  | {
      kind: 'send-command';
      round: number;
      template: string;
      mappings: JsonObject;
      unit: string;
      service: string;
      timeout?: number;
      /** the plan after substitution, scripts in base64 */
      plan: JsonObject;
    }
  | { kind: 'report'; round: number; entity: Json; id: Json; level: Json; text: Json; details?: Json };
