import type { JsonObject } from '@/lib/model/json';
import { BUILT_IN_TYPES, ROOT_TYPE } from '@/lib/model/lifecycle/node-types';
import type { NodeTemplate, OperationTemplate, TopologyTemplate } from '@/lib/model/lifecycle/template';
import { Reference } from './reference';
import type { Answers, NodeSpec, TopologySpec } from './scenario';

const LIFECYCLE = 'precreate create configure start poststart prestop stop delete postdelete'.split(' ');
const RELATIONSHIP = 'preconfigure postconfigure establish unlink'.split(' ');

/** Answers with `lifecycle.*` written out; a name listed beside it wins. */
export function eachAnswer(given: Answers = {}): Answers {
  const all: Answers = {};
  for (const [name, answer] of Object.entries(given)) {
    if (!name.endsWith('.*')) continue;
    const prefix = name.slice(0, -2);
    for (const one of prefix === 'lifecycle' ? LIFECYCLE : RELATIONSHIP) all[`${prefix}.${one}`] = answer;
  }
  for (const [name, answer] of Object.entries(given)) if (!name.endsWith('.*')) all[name] = answer;
  return all;
}

/** A topology of a scenario as the engine knows topologies. */
export function toTemplate(given: TopologySpec, later: readonly string[]): TopologyTemplate {
  const references = later.map((text) => new Reference(text));
  const root = BUILT_IN_TYPES[ROOT_TYPE];
  return {
    types: {
      [ROOT_TYPE]: { ...root, derivedFrom: null, properties: { p: 'v0' } },
      ...Object.fromEntries(Object.entries(given.types ?? {}).map(([name, type]) => [name, { ...type }])),
    },
    groups: (given.groups ?? []).map(({ instances = 1, ...group }) => ({ ...group, instances })),
    nodes: given.nodes.map((node) => toNode(node, references)),
  };
}

function toNode(node: NodeSpec, later: readonly Reference[]): NodeTemplate {
  const more = (declared: OperationTemplate, name: string): OperationTemplate => ({
    ...declared,
    ...(node.inputs?.[name] ? { inputs: node.inputs[name] as JsonObject } : {}),
    ...(node.resumable?.includes(name) ? { resumable: true } : {}),
    ...(node.retries?.maxRetries === undefined ? {} : { maxRetries: node.retries.maxRetries }),
  });
  return {
    id: node.id,
    type: node.type ?? ROOT_TYPE,
    instances: node.instances ?? 1,
    properties: {
      ...node.properties,
      ...(node.agent === undefined ? {} : { agent_config: { install_method: node.agent } }),
    },
    operations: declaredBy(node.operations, namesOf(later, node.id), more),
    relationships: (node.relationships ?? []).map(({ type, target, properties = {}, sourceOps, targetOps }) => {
      const names = (side: string) => namesOf(later, `${node.id}->${target}`, side);
      return {
        type,
        target,
        properties,
        sourceOperations: declaredBy(sourceOps, names('source'), more),
        targetOperations: declaredBy(targetOps, names('target'), more),
      };
    }),
  };
}

/** Operations that are implemented from the beginning, or get an answer later. */
function declaredBy(
  given: Answers | undefined,
  later: readonly string[],
  more: (declared: OperationTemplate, name: string) => OperationTemplate,
): Record<string, OperationTemplate> {
  const operations: Record<string, OperationTemplate> = {};
  for (const [name, answer] of Object.entries(eachAnswer(given))) {
    if (answer !== 'absent') operations[name] = more({ implementation: answer === 'unmapped' ? null : 'fake' }, name);
  }
  for (const name of later) operations[name] = more({ implementation: 'fake' }, name);
  return operations;
}

function namesOf(later: readonly Reference[], who: string, side?: string): string[] {
  return later.filter((one) => one.nodes === who && (!one.side || one.side === side)).map(({ operation }) => operation);
}
