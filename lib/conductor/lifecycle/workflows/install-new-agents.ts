import type { JsonObject } from '@/lib/model/json';
import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import { isMapped } from '@/lib/model/lifecycle/operations';
import { listOf } from '@/lib/model/lifecycle/scaled';
import type { WorkflowContext } from '../context';
import { WorkflowFailure } from '../failures';
import { agentMethod } from '../sequences/install';
import { type GraphBuilder, Sequence } from '../tasks/builder';
import { filtered, inOrder, withContents } from './selection';
import { FILTERS, FLAG, type Workflow } from './workflow';

/** Ways of getting an agent that install one. */
const INSTALLING = ['remote', 'init_script', 'plugin', 'provided'];

/** Gives hosts new agents: first all old ones are validated, then each host gets its own (docs/lifecycle.md, "Agents, checks"). */
export const installNewAgents: Workflow = {
  parameters: {
    install_agent_timeout: { type: 'integer', default: 300 },
    node_ids: FILTERS.node_ids as never,
    node_instance_ids: FILTERS.node_instance_ids as never,
    install_methods: { type: 'list', default: null },
    validate: FLAG(true),
    install: FLAG(true),
    manager_ip: { type: 'string', default: null },
    manager_certificate: { type: 'string', default: null },
    stop_old_agent: FLAG(false),
  },
  run: async (context) => {
    const { parameters } = context;
    const hosts = context.once('hosts', () => hostsOf(context));
    await context.run('install_agents', (graph) => {
      const validated = parameters.validate === true ? validate(graph, context, hosts) : null;
      if (parameters.install === true) for (const host of hosts) giveAgent(graph, context, host, validated);
    });
  },
};

/** Hosts that get an agent; all must be started. */
function hostsOf({ deployment, parameters }: WorkflowContext): string[] {
  const isFiltered = listOf(parameters.node_ids).length + listOf(parameters.node_instance_ids).length > 0;
  const chosen = inOrder(deployment, filtered(deployment, parameters)).map((id) => deployment.instance(id));
  const methods = parameters.install_methods === null ? INSTALLING : listOf(parameters.install_methods);
  const method = (instance: NodeInstance) => agentMethod(deployment.nodeOf(instance));
  const hosts = isFiltered
    ? chosen
    : chosen.filter((instance) => deployment.isHost(instance) && methods.includes(method(instance)));
  const problems = hosts.flatMap((instance) => {
    if (!deployment.isHost(instance)) return [`${instance.id} is not a host.`];
    return method(instance) === 'none' ? [`No agent is installed on ${instance.id}.`] : [];
  });
  if (problems.length > 0) throw new WorkflowFailure(`The filters are not correct. ${problems.join(' ')}`);
  const down = hosts.filter(({ state }) => state !== 'started');
  if (down.length > 0) {
    const list = down.map(({ id, state }) => `${id} is not started (state: ${state}).`);
    throw new WorkflowFailure(list.join(' '));
  }
  return hosts.map(({ id }) => id);
}

/** @returns what has succeeded when all old agents are valid */
function validate(graph: GraphBuilder, { deployment, parameters }: WorkflowContext, hosts: readonly string[]): number {
  const all = graph.barrier(null, 'all validated');
  const { manager_ip, manager_certificate } = parameters;
  const inputs = given({ current_amqp: false, manager_ip, manager_certificate });
  for (const host of hosts) {
    if (!isMapped(deployment.nodeOf(deployment.instance(host)), 'cloudify_agent.validate_amqp')) continue;
    graph.after(all, graph.operation(null, 'cloudify_agent.validate_amqp', { instance: host }, { inputs }));
  }
  return all;
}

function giveAgent(graph: GraphBuilder, context: WorkflowContext, host: string, validated: number | null): void {
  const { deployment, parameters } = context;
  const { install_agent_timeout, manager_ip, manager_certificate, stop_old_agent } = parameters;
  const subgraph = graph.subgraph(`agent ${host}`);
  if (validated !== null) graph.after(subgraph, validated);
  const sequence = new Sequence(graph, subgraph);
  const run = (instance: NodeInstance, operation: string, inputs: JsonObject = {}) => {
    if (!isMapped(deployment.nodeOf(instance), operation)) return;
    sequence.add(graph.operation(subgraph, operation, { instance: instance.id }, { inputs }));
  };
  const instance = deployment.instance(host);
  run(
    instance,
    'cloudify_agent.create_amqp',
    given({ install_agent_timeout, manager_ip, manager_certificate, stop_old_agent }),
  );
  run(instance, 'cloudify_agent.validate_amqp', { current_amqp: true });
  run(instance, 'monitoring_agent.install');
  run(instance, 'monitoring_agent.start');
  for (const id of inOrder(deployment, withContents(deployment, [host])))
    run(deployment.instance(id), 'monitoring.start');
}

/** What has a value. */
function given(inputs: Record<string, JsonObject[string] | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).filter(
      (entry): entry is [string, JsonObject[string]] => entry[1] !== undefined && entry[1] !== null,
    ),
  );
}
