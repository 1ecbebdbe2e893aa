import type { Json, JsonObject } from '../json';
import type { TopologyTemplate } from '../lifecycle/template';
import { withInputs } from './functions';

/** One step of a workflow that a package declares: another workflow, or an operation on some nodes. */
export type WorkflowStep =
  | { workflow: string; parameters: JsonObject }
  | { operation: string; nodes: readonly string[]; byDependency: boolean };

/** A workflow that a package declares: steps one after the other, the next only when the one before has done all. */
export interface DeclaredWorkflow {
  title: string;
  summary: string;
  steps: readonly WorkflowStep[];
}

/**
 * What a blueprint package says: the topology that each service of it is. The instances of its hosts are the machines of
 * the service, everything else lives on them (docs/blueprints.md).
 */
export interface ServiceBlueprint {
  /** with `get_input` where a service's own value goes; not resolved */
  template: TopologyTemplate;
  /** of nodes, for people */
  titles: Readonly<Record<string, string>>;
  /** nodes whose instances are machines: hosts that are on no other host */
  hosts: readonly string[];
  /** nodes on no host of their own: the host on whose machine their operations run */
  operationHosts: Readonly<Record<string, string>>;
  /** what a service tells once it is there; with functions */
  outputs: Readonly<Record<string, Json>>;
  /** by name; one called as a built-in workflow takes its place */
  workflows: Readonly<Record<string, DeclaredWorkflow>>;
}

/** By full name of their package, which is the type of its services too. */
export type ServiceBlueprints = Readonly<Record<string, ServiceBlueprint>>;

/** Nodes of a topology in which a host property of a unit says which of them the unit is. */
export const NODE_PROPERTY = 'node';

/**
 * The topology of one service: values of its own in the place of inputs.
 *
 * @param values properties of the service; secrets sealed
 */
export function templateFor({ template }: ServiceBlueprint, values: JsonObject): TopologyTemplate {
  return withInputs(template as unknown as Json, (name) => values[name] ?? null) as unknown as TopologyTemplate;
}
