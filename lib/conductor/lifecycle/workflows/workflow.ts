import type { Json } from '@/lib/model/json';
import type { WorkflowContext } from '../context';

/** What the values of a parameter name, and so which there may be. */
export type Naming = 'instance' | 'node' | 'type';

export interface ParameterSchema {
  type: 'any' | 'string' | 'integer' | 'boolean' | 'list' | 'dict';
  /** mandatory when left out */
  default?: Json;
  /** what the value, or each item of a list, must be the name of */
  names?: Naming;
}

/** A workflow: its parameters, and what it does. */
export interface Workflow {
  parameters: Readonly<Record<string, ParameterSchema>>;
  run(context: WorkflowContext): Promise<void>;
}

export const FILTERS: Readonly<Record<string, ParameterSchema>> = {
  type_names: { type: 'list', default: [], names: 'type' },
  node_ids: { type: 'list', default: [], names: 'node' },
  node_instance_ids: { type: 'list', default: [], names: 'instance' },
};

export const FLAG = (value: boolean): ParameterSchema => ({ type: 'boolean', default: value });
