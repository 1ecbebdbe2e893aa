import { randomInt } from 'node:crypto';
import {
  beginDeployment,
  type Deployment,
  deploymentAttributes,
  failureOf as deploymentFailure,
  EMPTY_CONFIG,
  MissingInput,
  NEW_DEPLOYMENT,
  readConfig,
  type SoftwareConfig,
  signalDeployment,
} from '@/lib/conductor/software';
import { propertyChangesOf, type ResolvedResource } from '@/lib/formats/hot/diff';
import { convertTo, PARAMETER_TYPES } from '@/lib/formats/hot/parameters';
import { decideResource, type ResourceCondition, type ResourceDecision } from '@/lib/formats/hot/plan';
import type { Scope } from '@/lib/formats/hot/scope';
import type { Template } from '@/lib/formats/hot/template';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import {
  actOnStack,
  cleanUp,
  converge,
  type EngineHost,
  type EngineResource,
  evaluateYaql,
  type Failure,
  randomText,
  type StackAction,
} from '@/lib/stack-engine';
import type { MemoryType } from './types';

/** A resource that lives in memory. */
export interface MemoryRow extends EngineResource {
  definition: ResolvedResource;
  /** what `get_resource` gives; null while the resource stands for nothing yet */
  physicalId: string | null;
  retained: boolean;
  /** which operation made it */
  operation: number;
  /** of a config */
  config: SoftwareConfig | null;
  /** of a deployment */
  deployment: Deployment | null;
  /** the members of a group */
  members: MemoryStack | null;
  attributes: Record<string, Json>;
  /** told when its status changes */
  listeners: Set<() => void>;
}

/** What all stacks of a scenario share: one cloud, with its clock of events. */
export interface MemoryCloud {
  events: string[];
  /** every resource there is, those of groups too, oldest first */
  rows: Set<MemoryRow>;
  newId(): string;
}

/** Resources of one stack, or of one group, kept in memory: the engine that the embedded cloud uses decides. */
export class MemoryStack implements EngineHost<MemoryRow> {
  readonly rows = new Set<MemoryRow>();
  /** values of parameters, pseudo parameters included */
  values: JsonObject = {};
  files: Readonly<Record<string, string>> = {};
  private template: Template | null = null;
  private operation = 0;

  constructor(
    private readonly cloud: MemoryCloud,
    private readonly types: (type: string) => MemoryType | null,
    readonly name: string,
    readonly id: string,
    /** what the names of its resources begin with in events */
    private readonly prefix: string,
  ) {}

  /** @returns the first failure, once everything has come to rest */
  async apply(template: Template, alive: AbortSignal): Promise<Failure[]> {
    this.operation += 1;
    this.template = template;
    return converge(this, template, [...this.rows], alive, this);
  }

  /** What the last operation made goes, what it replaced comes back, changed in place as Heat has it. */
  restore(): void {
    const made = [...this.rows].filter(({ operation }) => operation === this.operation);
    for (const row of made) {
      row.replaced = true;
      const before = [...this.rows]
        .filter((other) => other.name === row.name && other.operation < this.operation)
        .at(-1);
      if (before?.status !== 'COMPLETE') {
        row.replaced = before !== undefined || row.replaced;
        continue;
      }
      before.replaced = false;
      before.action = 'UPDATE';
    }
  }

  removeAll(alive: AbortSignal): Promise<Failure[]> {
    return cleanUp(this, [...this.rows], alive);
  }

  actOnAll(action: StackAction, alive: AbortSignal): Promise<Failure[]> {
    return actOnStack(this, action, this.current(), alive);
  }

  current(): MemoryRow[] {
    return [...this.rows].filter((row) => !row.replaced);
  }

  scope(current: ReadonlyMap<string, MemoryRow>): Scope {
    return {
      parameter: (name) => this.values[name] ?? null,
      resource: (name) => current.get(name)?.physicalId ?? name,
      attribute: (name, attribute) => this.attribute(current.get(name), attribute),
      attributes: (name) => current.get(name)?.attributes ?? {},
      file: (path) => this.files[path],
      yaql: evaluateYaql,
    };
  }

  /** What `get_attr` gives; a resource that there is not yet has no values. */
  attribute(row: MemoryRow | undefined, name: string): Json | undefined {
    if (!row) return null;
    if (row.members) return groupAttribute(row.members, name);
    if (row.deployment) return own(deploymentAttributes(row.deployment), name);
    if (name === 'show') return { id: row.physicalId, ...row.attributes };
    return row.attributes[name];
  }

  configOf({ config }: JsonObject): SoftwareConfig {
    return [...this.cloud.rows].find((row) => row.config && row.physicalId === config)?.config ?? EMPTY_CONFIG;
  }

  async decide(_name: string, row: MemoryRow | null, wanted: ResolvedResource): Promise<ResourceDecision> {
    const condition: ResourceCondition = row?.status === 'FAILED' ? 'broken' : 'intact';
    const { properties = {}, replaces } = this.types(wanted.type) ?? {};
    const find = (reference: string) =>
      [...this.cloud.rows].find(({ physicalId }) => physicalId === reference)?.definition ?? null;
    const current = row && { definition: row.definition, condition };
    return decideResource(current, wanted, propertyChangesOf(properties), (before, after) =>
      Boolean(replaces?.(before, after, find)),
    );
  }

  async create(
    name: string,
    wanted: ResolvedResource,
    requires: string[],
    instead: MemoryRow | null,
  ): Promise<MemoryRow> {
    if (instead) instead.replaced = true;
    const row: MemoryRow = {
      id: this.cloud.newId(),
      name,
      type: wanted.type,
      action: 'CREATE',
      status: 'IN_PROGRESS',
      reason: '',
      requires,
      replaced: false,
      definition: wanted,
      physicalId: null,
      retained: this.isRetained(name),
      operation: this.operation,
      config: null,
      deployment: null,
      members: null,
      attributes: {},
      listeners: new Set(),
    };
    this.rows.add(row);
    this.cloud.rows.add(row);
    return this.begin(row, 'CREATE');
  }

  async update(row: MemoryRow, wanted: ResolvedResource, requires: string[]): Promise<MemoryRow> {
    row.definition = wanted;
    row.requires = requires;
    row.retained = this.isRetained(row.name);
    return this.begin(row, 'UPDATE');
  }

  async act(row: MemoryRow, action: StackAction): Promise<MemoryRow> {
    return this.begin(row, action);
  }

  async settled(row: MemoryRow, signal: AbortSignal): Promise<MemoryRow | null> {
    while (row.status === 'IN_PROGRESS' && !signal.aborted) {
      await new Promise<void>((resolve) => {
        row.listeners.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      row.listeners.clear();
    }
    if (row.status !== 'IN_PROGRESS') return row;
    this.end(row, 'FAILED', `${row.action} aborted`);
    return null;
  }

  async remove(row: MemoryRow, signal: AbortSignal): Promise<MemoryRow | null> {
    this.begin(row, 'DELETE');
    const settled = await this.settled(row, signal);
    if (!settled || settled.status === 'FAILED') return row;
    this.rows.delete(row);
    this.cloud.rows.delete(row);
    return null;
  }

  /** A report of an agent arrives. */
  signal(row: MemoryRow, details: JsonObject): void {
    if (!row.deployment) return;
    row.deployment = signalDeployment(row.deployment, details);
    if (row.status === 'IN_PROGRESS') this.follow(row);
  }

  private isRetained(name: string): boolean {
    return this.template?.resources[name]?.deletionPolicy === 'Retain';
  }

  private begin(row: MemoryRow, action: string): MemoryRow {
    row.action = action;
    row.status = 'IN_PROGRESS';
    row.reason = '';
    this.note(row);
    try {
      this.carryOut(row, action);
    } catch (error) {
      if (!(error instanceof MissingInput)) throw error;
      this.end(row, 'FAILED', `${error.exception}: resources.${row.name}: ${error.message}`);
    }
    return row;
  }

  private carryOut(row: MemoryRow, action: string): void {
    const role = this.types(row.type)?.role;
    if (action === 'CHECK' || (action === 'DELETE' && row.retained)) this.end(row, 'COMPLETE');
    else if (role === 'server') this.serve(row, action);
    else if (role === 'config') this.keep(row, action);
    else if (role === 'deployment') this.deploy(row, action);
    else if (role === 'group') this.deployAll(row, action);
    else {
      row.physicalId ??= this.cloud.newId();
      if (role === 'value') row.attributes = { value: typedValue(row.definition.properties) };
      if (role === 'random' && action === 'CREATE') {
        row.attributes = { value: randomText(row.definition.properties, randomInt) };
      }
      this.end(row, 'COMPLETE');
    }
  }

  private serve(row: MemoryRow, action: string): void {
    const { properties } = row.definition;
    const makes = action === 'CREATE' || action === 'UPDATE';
    if (makes && properties.flavor === 'broken') {
      this.end(row, 'FAILED', `Error: resources.${row.name}: No valid host was found.`);
      return;
    }
    row.physicalId ??= this.cloud.newId();
    if (makes) {
      const address = `10.0.0.${this.cloud.rows.size}`;
      row.attributes = { name: properties.name ?? row.name, first_address: address, addresses: {} };
    }
    this.end(row, 'COMPLETE');
  }

  private keep(row: MemoryRow, action: string): void {
    if (action === 'CREATE') {
      row.physicalId = this.cloud.newId();
      row.config = readConfig(row.type, `${this.name}-${row.name}-${row.id}`, row.definition.properties);
      row.attributes = { config: row.config.config };
    }
    this.end(row, 'COMPLETE');
  }

  private deploy(row: MemoryRow, action: string): void {
    const { properties } = row.definition;
    const before = row.deployment ?? NEW_DEPLOYMENT;
    row.deployment = before;
    const server = String(properties.server);
    row.deployment = beginDeployment(before, {
      action,
      config: this.configOf(properties),
      properties,
      structured: row.type.startsWith('OS::Heat::Structured'),
      newId: () => this.cloud.newId(),
      place: {
        resource: row.name,
        server,
        stack: `${this.name}/${this.id}`,
        signal: (transport, deployment) => signalInputs(transport, `https://signal.invalid/${deployment}`),
      },
    });
    row.physicalId = row.deployment.id;
    // Whoever is gone cannot run anything, and needs not.
    const isGone = ![...this.cloud.rows].some(({ physicalId }) => physicalId === server);
    if (action === 'DELETE' && isGone) this.end(row, 'COMPLETE');
    else this.follow(row);
  }

  /** The resource becomes what its deployment is. */
  private follow(row: MemoryRow): void {
    if (row.deployment?.status === 'COMPLETE') this.end(row, 'COMPLETE');
    if (row.deployment?.status === 'FAILED')
      this.end(row, 'FAILED', `Error: resources.${row.name}: ${deploymentFailure(row.deployment)}`);
  }

  private deployAll(row: MemoryRow, action: string): void {
    const { cloud, types } = this;
    row.physicalId ??= cloud.newId();
    const prefix = `${this.prefix}${row.replaced ? 'old/' : ''}${row.name}/`;
    row.members ??= new MemoryStack(cloud, types, `${this.name}-${row.name}-${row.id}`, row.physicalId, prefix);
    const { members } = row;
    const alive = new AbortController();
    const stopped = () => {
      if (row.status === 'FAILED') alive.abort();
    };
    const begun =
      action === 'SUSPEND' || action === 'RESUME'
        ? members.actOnAll(action, alive.signal)
        : action === 'DELETE'
          ? members.removeAll(alive.signal)
          : members.apply(groupTemplate(row.definition), alive.signal);
    row.listeners.add(stopped);
    void begun.then(([failure]) => {
      if (row.status !== 'IN_PROGRESS') return;
      if (failure) this.end(row, 'FAILED', failure.reason.replace('resources.', `resources.${row.name}.resources.`));
      else this.end(row, 'COMPLETE');
    });
  }

  private end(row: MemoryRow, status: 'COMPLETE' | 'FAILED', reason = ''): void {
    row.status = status;
    row.reason = reason;
    this.note(row);
    for (const listener of [...row.listeners]) listener();
  }

  private note({ name, action, status, replaced }: MemoryRow): void {
    this.cloud.events.push(`${this.prefix}${replaced ? 'old/' : ''}${name} ${action}_${status}`);
  }
}

/** A group is a stack with one deployment for each of its servers. */
function groupTemplate({ type, properties }: ResolvedResource): Template {
  const { servers, ...common } = properties;
  const member = type.startsWith('OS::Heat::Structured')
    ? 'OS::Heat::StructuredDeployment'
    : 'OS::Heat::SoftwareDeployment';
  const resources = Object.entries(isObject(servers) ? servers : {}).map(([key, server]) => [
    key,
    { type: member, properties: { ...common, server }, metadata: {}, dependsOn: [] },
  ]);
  const empty = { parameters: {}, conditions: {}, outputs: {}, description: '' };
  // Values are resolved already: in the oldest version the fewest maps are calls.
  return { ...empty, version: '2013-05-23', resources: Object.fromEntries(resources) };
}

/** What members report, by key: `deploy_stdouts` of the standard ones, declared ones by their own name. */
function groupAttribute(members: MemoryStack, name: string): Json {
  const asked = {
    deploy_stdouts: 'deploy_stdout',
    deploy_stderrs: 'deploy_stderr',
    deploy_status_codes: 'deploy_status_code',
  }[name];
  const entries = members.current().map((row) => [row.name, members.attribute(row, asked ?? name) ?? null]);
  return Object.fromEntries(entries);
}

/** A value in the type that its resource gives it. */
function typedValue({ value, type }: JsonObject): Json {
  const known = PARAMETER_TYPES.find((one) => one === type);
  return (known === undefined || value === undefined ? value : convertTo(known, value)) ?? null;
}

/** A signed address serves every transport that reports; credentials are given to nobody. */
function signalInputs(transport: string, address: string): Record<string, string> {
  if (transport === 'NO_SIGNAL') return {};
  return { deploy_signal_id: address, deploy_signal_verb: transport === 'TEMP_URL_SIGNAL' ? 'PUT' : 'POST' };
}

function own(values: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
