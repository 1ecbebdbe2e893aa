import { beforeAll, describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Preview } from '@/lib/model/preview';
import type { AgentMessage } from '@/lib/ports/cloud/cloud';
import { type CloudState, differenceOf, readCloudState, type StateDifference } from './cloud-state';
import { type ActualChanges, eventsOf, expectPredicted, readPreview } from './predictions';
import type { Product } from './product';
import { productForTests } from './product-for-tests';
import { list, object, text } from './responses';
import { deploy, newEnvironment, open, settled } from './stories';

/**
 * One row of the table that tells a service's life: what a user changes, and everything that comes of it.
 * What a row does not name must not have happened: a resource is left alone, no plan is sent.
 */
export interface Step {
  /** what is done, as the name of its test: "adds a web server" */
  does: string;
  /** edits the draft; a step without one deploys the environment as it is */
  edit?: (draft: Draft) => Promise<unknown>;
  /**
   * Resources of the stack by name, for each thing that can become of one; what is left out is empty. The id of
   * a service within a name reads as the service's first name: `pool-farm`.
   */
  stack?: Partial<StateDifference>;
  /** `host Template`, in the order in which each host gets its own; hosts work side by side */
  plans?: string[];
  /** pairs of plans of which the first is answered before the second is sent */
  before?: [string, string][];
  /** every warning and error that is told meanwhile, in words */
  warnings?: string[];
  /** what else is true now */
  also?: (after: StateAfterStep) => unknown;
}

/** Edits a draft through the API, naming services by their `name` and units by their host name. */
export interface Draft {
  add(...services: JsonObject[]): Promise<void>;
  /** gives a service's property another value */
  set(service: string, property: string, value: Json): Promise<void>;
  setOnUnit(service: string, host: string, property: string, value: Json): Promise<void>;
  addUnit(service: string, unit?: JsonObject): Promise<void>;
  removeUnit(service: string, host: string): Promise<void>;
  remove(service: string): Promise<void>;
}

/** What a step has left behind. */
export interface StateAfterStep {
  product: Product;
  /** address of the environment below the server */
  at: string;
  /** a deployed service by its name */
  service(name: string): JsonObject;
  /** its unit on a host, with its state */
  unit(service: string, host: string): JsonObject;
  /** the commands of all plans of a name that this step sent, with secrets in clear: `[name, arguments]` each */
  commandsOf(plan: string): [string, JsonObject][];
  /** properties that a resource of the stack was made from, secrets sealed */
  resource(name: string): JsonObject;
  /** sentences of the reports of this step: `level: text` */
  reports: string[];
}

/**
 * Tells a service's life as a table, one test per row, on the whole product: API, conductor, embedded cloud.
 * After each row the environment is ready, exactly the named resources were touched, plans sent and warnings told,
 * the preview had predicted all of it, and deploying once more touches nothing.
 *
 * @param title what lives: "A web server farm"
 */
export function describeLifecycle(title: string, steps: Step[]): void {
  describe(title, () => {
    const product = productForTests();
    let environment: { id: string; at: string };
    const messages: AgentMessage[] = [];
    const named = new Map<string, string>();

    beforeAll(async () => {
      const { agents } = product.container.cloud;
      const { send } = agents;
      agents.send = async (message) => {
        messages.push(message);
        await send(message);
      };
      environment = await newEnvironment(product.member);
    });

    it.each(steps)('$does', async ({ edit, stack = {}, plans = [], before = [], warnings = [], also }) => {
      const was = await readCloudState(product.db, environment.id);
      const first = await deployOnce(product, environment.at, edit);
      const sent = messages.splice(0).map((message) => ({ name: first.names.get(message.planId) ?? '', message }));
      const asked = sent.map(({ name }) => name);
      for (const { id, name } of first.services) if (!named.has(text(id))) named.set(text(id), text(name));
      const is = await readCloudState(product.db, environment.id);
      expect(first.failures).toEqual(warnings);
      expect(first.status).toBe('ready');
      expect(inOrder(differenceOf(was, is), named)).toEqual(inOrder(stack));
      expect(byHost(asked)).toEqual(byHost(plans));
      for (const [one, other] of before)
        expect(first.order, `${one} before ${other}`).toSatisfy(goesBefore(one, other));
      expectUntouched(was, is, hostsOf(asked));
      const plansSent = sent.map(({ name, message }) => ({ name, commands: message.plan.Commands }));
      expectPredicted(first.preview, { ...first, was, is, plans: plansSent });
      await also?.(stateAfterStep(product, environment.at, first, inWords(is, named), sent));

      const again = await deployOnce(product, environment.at);
      expect({ plans: messages.splice(0), failures: again.failures }).toEqual({ plans: [], failures: [] });
      expect(await readCloudState(product.db, environment.id)).toEqual(is);
      expectPredicted(again.preview, { ...again, was: is, is, plans: [] });
    });
  });
}

interface Deployed extends Pick<ActualChanges, 'events' | 'offerBefore' | 'offerAfter'> {
  /** what was predicted */
  preview: Preview;
  status: string;
  services: JsonObject[];
  /** `host Template` by the id of the plan */
  names: Map<string, string>;
  /** `started host Template` and `finished host Template`, as told */
  order: string[];
  failures: string[];
  reports: string[];
}

/** Edits in a session of its own, deploys that and waits. */
async function deployOnce(product: Product, at: string, edit?: Step['edit']): Promise<Deployed> {
  const { member } = product;
  const session = await open(member, at);
  await edit?.(await draftOf(product, at, session));
  const preview = await readPreview(member, at, session);
  const offerBefore = await member.ok('GET', '/v1/offer');
  const deployment = await deploy(member, at, session);
  const environment = await settled(member, at);
  const offerAfter = await member.ok('GET', '/v1/offer');
  const events = await eventsOf(member, at, deployment);
  const steps = events.filter(({ data }) => isObject(data) && data.effect === 'plan');
  const nameOf = (data: Json | undefined) => `${text(object(data).host)} ${text(object(data).template)}`;
  return {
    preview,
    events,
    offerBefore,
    offerAfter,
    status: text(environment?.status),
    services: list(environment?.services),
    names: new Map(steps.map(({ data }) => [text(object(data).effectId), nameOf(data)])),
    order: steps.map(({ kind, data }) => `${String(kind).replace('effect.', '')} ${nameOf(data)}`),
    failures: events.filter(({ level }) => level === 'error' || level === 'warning').map((event) => text(event.text)),
    reports: events
      .filter(({ kind }) => kind === 'report')
      .map((event) => `${String(event.level)}: ${text(event.text)}`),
  };
}

async function draftOf({ member }: Product, at: string, session: string): Promise<Draft> {
  const services = async () => list((await member.ok('GET', at, { session })).services);
  const place = async (name: string) => `${at}/services/${text((await found(services(), 'name', name)).id)}`;
  const unitPlace = async (name: string, host: string) => {
    const units = list((await found(services(), 'name', name)).units);
    const unit = units.find(({ state }) => isObject(state) && state.hostname === host);
    if (!unit) throw new Error(`${name} has no unit on ${host}`);
    return `${await place(name)}/units/${text(unit.id)}`;
  };
  const put = async (path: string, body: Json) => {
    const response = await member.call('PUT', path, { session, body });
    if (response.status !== 200) throw new Error(`PUT ${path} answered ${response.status}: ${response.text}`);
  };
  const drop = async (path: string) => {
    const response = await member.call('DELETE', path, { session });
    if (response.status !== 200) throw new Error(`DELETE ${path} answered ${response.status}: ${response.text}`);
  };
  return {
    add: async (...added) => void (await member.ok('POST', `${at}/services`, { session, body: added })),
    set: async (service, property, value) => put(`${await place(service)}/${property}`, value),
    setOnUnit: async (service, host, property, value) => put(`${await unitPlace(service, host)}/${property}`, value),
    addUnit: async (service, unit = {}) =>
      void (await member.ok('POST', `${await place(service)}/units`, { session, body: unit })),
    removeUnit: async (service, host) => drop(await unitPlace(service, host)),
    remove: async (service) => drop(await place(service)),
  };
}

async function found(list: Promise<JsonObject[]>, key: string, value: string): Promise<JsonObject> {
  const one = (await list).find((item) => item[key] === value);
  if (!one) throw new Error(`there is nothing with ${key} "${value}"`);
  return one;
}

/** A plan that was sent: `host Template`, and what the agent got. */
interface SentPlanMessage {
  name: string;
  message: AgentMessage;
}

function stateAfterStep(
  product: Product,
  at: string,
  end: Deployed,
  world: CloudState,
  sent: SentPlanMessage[],
): StateAfterStep {
  const service = (name: string) => {
    const one = end.services.find((candidate) => candidate.name === name);
    if (!one) throw new Error(`there is no service "${name}"`);
    return one;
  };
  const unit = (name: string, host: string) => {
    const one = list(service(name).units).find(({ state }) => isObject(state) && state.hostname === host);
    if (!one) throw new Error(`${name} has no unit on ${host}`);
    return one;
  };
  return {
    product,
    at,
    service,
    unit,
    commandsOf: (plan) => {
      const messages = sent.filter(({ name }) => name === plan).map(({ message }) => message);
      if (messages.length === 0) throw new Error(`${plan} was not sent`);
      const commands = messages.flatMap((message) => product.container.box.openDeep(message.plan.Commands));
      return commands.map(({ Name, Arguments }) => [Name, Arguments as JsonObject]);
    },
    resource: (name) => {
      const one = world.resources[name];
      if (!one) throw new Error(`the stack has no resource "${name}"`);
      return one.properties;
    },
    reports: end.reports,
  };
}

function inOrder(difference: Partial<StateDifference>, named = new Map<string, string>()): StateDifference {
  const { created = [], updated = [], replaced = [], removed = [] } = difference;
  const sorted = (names: string[]) => names.map((name) => spell(name, named)).sort();
  return { created: sorted(created), updated: sorted(updated), replaced: sorted(replaced), removed: sorted(removed) };
}

const spell = (name: string, named: Map<string, string>) => name.replace(/[0-9a-f]{32}/, (id) => named.get(id) ?? id);

/** The world with the names of its resources as people read them. */
function inWords(world: CloudState, named: Map<string, string>): CloudState {
  const resources = Object.entries(world.resources).map(([name, resource]) => [spell(name, named), resource] as const);
  return { ...world, resources: Object.fromEntries(resources) };
}

function byHost(plans: string[]): Record<string, string[]> {
  const rows: Record<string, string[]> = {};
  for (const plan of plans) {
    const [host = '', template = ''] = plan.split(' ');
    rows[host] = [...(rows[host] ?? []), template];
  }
  return rows;
}

const hostsOf = (plans: string[]) => new Set(plans.map((plan) => plan.split(' ')[0]));

const goesBefore = (one: string, other: string) => (order: string[]) => {
  const [end, start] = [order.lastIndexOf(`finished ${one}`), order.indexOf(`started ${other}`)];
  return end >= 0 && start > end;
};

/**
 * A machine that got no plan and whose server did not change knows what it knew, and was not restarted. A controller also
 * has the accounts of machines that join its domain or leave it.
 */
function expectUntouched(was: CloudState, is: CloudState, busy: Set<string | undefined>): void {
  for (const [host, machine] of Object.entries(is.machines)) {
    const before = was.machines[host];
    if (!before || busy.has(host) || before.id !== machine.id || before.flavor !== machine.flavor) continue;
    const own = ({ facts, ...rest }: typeof machine) => ({ ...rest, facts: ownKnowledge(facts) });
    expect(own(machine), `${host} was left alone`).toEqual(own(before));
  }
}

/** What a machine knows but for what it shares: nodes of a cluster and controllers of a domain, whoever was asked for it. */
function ownKnowledge(facts: unknown): unknown {
  if (!isObject(facts)) return facts;
  const { cluster: _cluster, directory: _directory, sql, ...own } = facts;
  if (!isObject(sql)) return own;
  const { group: _group, ...server } = sql;
  return { ...own, sql: server };
}
