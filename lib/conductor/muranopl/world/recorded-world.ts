import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type {
  Effects,
  NetworkView,
  PlanOutcome,
  ReportRequest,
  StackOutcome,
  StackUpdate,
} from '@/lib/ports/conductor';
import type { AgentRequest } from './requests';

/** What a recorded world does otherwise than usual. */
export interface Script {
  plan?: (request: Omit<AgentRequest, 'isAwaited' | 'timeoutMs'>) => PlanOutcome | Promise<PlanOutcome>;
  stack?: (update: StackUpdate) => StackOutcome | undefined;
  networks?: Partial<NetworkView>;
}

/**
 * A world without a cloud behind it: it makes whatever a stack asks for, agents answer nothing, and everything that was
 * asked is remembered. For tests of packages, and for running a method of one by hand.
 */
export class RecordedWorld {
  readonly asked: string[] = [];
  readonly stacks = new Map<string, { template: JsonObject; parameters: JsonObject; outputs: JsonObject }>();
  readonly plans: Parameters<Effects['executePlan']>[0][] = [];
  readonly reports: ReportRequest[] = [];
  /** effects whose failures the program has dealt with */
  readonly handled: string[] = [];
  readonly saved: EnvironmentModel[] = [];

  constructor(private readonly script: Script = {}) {}

  get effects(): Effects {
    return {
      updateStack: async (update) => {
        const name = update.stack ?? '';
        this.asked.push(`stack ${name}`);
        const scripted = this.script.stack?.(update);
        if (scripted) return scripted;
        const outputs = outputsOf(update.template);
        this.stacks.set(name, { template: update.template, parameters: update.parameters, outputs });
        return { ok: true, outputs };
      },
      deleteStack: async (stack = '') => {
        this.asked.push(`delete ${stack}`);
        this.stacks.delete(stack);
        return { ok: true, outputs: {} };
      },
      readStack: async (stack = '') => {
        this.asked.push(`read ${stack}`);
        return structuredClone(this.stacks.get(stack) ?? null);
      },
      networks: async () => ({ ...NETWORKS, ...this.script.networks }),
      executePlan: async (request) => {
        this.asked.push(`plan ${request.name} on ${request.host}`);
        this.plans.push(request);
        return (await this.script.plan?.(request)) ?? { answered: true, result: { IsException: false, Result: null } };
      },
      suspension: () => Promise.reject(new Error('no program suspends anything')),
      report: async (report) => void this.reports.push(report),
      failureHandled: async (effectId) => void this.handled.push(effectId),
      saveModel: async (model) => void this.saved.push(structuredClone(model)),
      cancelled: async () => false,
      sleep: async () => undefined,
      first: async (pending) => Promise.race(pending.map((one, index) => one.then(() => index))),
    };
  }
}

const NETWORKS: NetworkView = {
  networks: [{ id: 'n1', name: 'private' }],
  subnets: [{ id: 's1', name: 'private-subnet', network_id: 'n1', cidr: '10.0.0.0/16' }],
  ports: [],
  extensions: [{ alias: 'security-group' }],
  defaultRouter: 'router1',
  externalNetworks: { router1: 'public' },
  nameServers: ['8.8.8.8'],
};

/** Ids for resources; addresses for ports, for machines (those of their ports) and for the public, counted. */
function outputsOf(template: JsonObject): JsonObject {
  const outputs = isObject(template.outputs) ? template.outputs : {};
  const resources = isObject(template.resources) ? template.resources : {};
  const inside = new Map<string, string>();
  const outside = new Map<string, string>();
  const addressOf = (known: Map<string, string>, range: string, resource: string): string => {
    const address = known.get(resource) ?? `${range}.${known.size + 11}`;
    known.set(resource, address);
    return address;
  };
  const given = (value: Json): Json => {
    if (!isObject(value)) return value;
    if (typeof value.get_resource === 'string') return `id of ${value.get_resource}`;
    const [resource, attribute, ...path] = Array.isArray(value.get_attr) ? value.get_attr : [];
    const name = String(resource);
    if (attribute === 'networks') {
      const ports = portsOf(resources[name]);
      return { net: (ports.length > 0 ? ports : [name]).map((port) => addressOf(inside, '10.64.0', port)) };
    }
    if (attribute === 'fixed_ips') {
      const address = addressOf(inside, '10.64.0', name);
      return path.length > 0 ? address : [{ ip_address: address, subnet_id: 's' }];
    }
    if (attribute === 'floating_ip_address') return addressOf(outside, '198.51.100', name);
    if (attribute === 'attachments') return [];
    return `${String(attribute)} of ${name}`;
  };
  return Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => [name, isObject(output) ? given(output.value ?? null) : null]),
  );
}

/** The ports of the stack that a machine has. */
function portsOf(server: Json | undefined): string[] {
  const networks = isObject(server) && isObject(server.properties) ? server.properties.networks : undefined;
  return (Array.isArray(networks) ? networks : []).flatMap((network) => {
    const port = isObject(network) && isObject(network.port) ? network.port.get_resource : undefined;
    return typeof port === 'string' ? [port] : [];
  });
}
