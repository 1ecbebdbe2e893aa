import type { JsonObject } from '@/lib/model/json';

/** What a run asks of the programs of its packages. */
export type Operation =
  /** makes the environment's document true */
  | { kind: 'deploy' }
  /** calls a public method of one object; the arguments by their names */
  | { kind: 'action'; objectId: string; method: string; arguments: JsonObject };
