import { SILENT_AFTER_MS } from '@/lib/cloud/agents/agent-session';
import { findServers, lockPool, type ServerRow } from '@/lib/cloud/agents/servers';
import { takeOff } from '@/lib/cloud/kernel/machines/machine-context';
import { SERVER_RULES } from '@/lib/cloud/kernel/resources/machine-rules';
import {
  type ResourceContext,
  type ResourceCreation,
  type ResourceType,
  refusal,
  text,
} from '@/lib/cloud/kernel/resources/resource-type';
import { configText } from '@/lib/cloud/kernel/resources/software-config';
import { findStored, storedAttributes } from '@/lib/cloud/kernel/resources/stored-resource';
import { choose, FLAVORS, type ServerRequirements, unfitness } from '@/lib/cloud/pool/fit';
import { NETWORK } from '@/lib/cloud/pool/names';
import { isInPoolOf, noServerIn, poolsOpenTo } from '@/lib/cloud/pool/pools';
import { Prisma } from '@/lib/db/generated/client';
import { isObject, type JsonObject } from '@/lib/model/json';
import { inboxOfServer } from '@/lib/ports/cloud/cloud';

/** So long the agent of a server that was taken may need to prepare it, in seconds. */
const PREPARED_WITHIN_SECONDS = 180;

/**
 * So long a machine waits for a server that may come back, in milliseconds: after a restart of Vetro all are silent until
 * their agents have asked again, which they do twice in that time.
 */
const PATIENCE_MS = 60_000;
/** Between two looks at the servers meanwhile, in seconds. */
const LOOK_SECONDS = 1;

/** What given iron cannot do for a machine, by the property that asks for it. */
const IMPOSSIBLE: Record<string, string> = {
  block_device_mapping_v2:
    'Volumes cannot be made or attached: these are servers that are there, with the disks they have.',
  admin_pass: 'Nobody but a plan sets passwords on servers that are there.',
};

/** A machine is a free server that fits; it is given back when the machine goes. */
export const server: ResourceType = {
  ...SERVER_RULES,
  problems: (name, properties) => [
    ...Object.entries(IMPOSSIBLE).flatMap(([property, words]) =>
      isAsked(properties[property]) ? [`Property error: resources.${name}.properties.${property}: ${words}`] : [],
    ),
    ...wrongNetworks(name, properties),
  ],

  create: async (context) => {
    const taken = await take(context);
    if (!('none' in taken)) return prepare(context, taken);
    if (!(await isExpected(context))) throw refusal('NoValidHost', taken.none);
    const until = context.kernel.now().getTime() + PATIENCE_MS;
    return { attributes: { waits_until: until }, seconds: LOOK_SECONDS, waits: true };
  },

  // A server that fits has been heard of again, and then its agent has prepared it.
  completed: async (context) => {
    const { kernel, tx, id, attributes } = context;
    const machine = await tx.cloudMachine.findUnique({ where: { id } });
    if (attributes.waits_until === undefined) return machine?.power === 'booting' ? null : { attributes, seconds: 0 };
    const taken = await take(context);
    if (!('none' in taken)) return prepare(context, taken);
    if (kernel.now().getTime() >= Number(attributes.waits_until)) return { failed: `NoValidHost: ${taken.none}` };
    return { attributes, seconds: LOOK_SECONDS, waits: true };
  },

  update: async ({ uow, tx, id, properties, attributes }) => {
    const [taken] = await findServers(tx, Prisma.sql`machine_id = ${id}`);
    if (!taken) throw refusal('NotFound', `The server of this machine is no longer in the pool.`);
    const why = unfitness(taken, { ...serverRequirements(properties), image: taken.facts.systemName });
    if (why !== null) throw refusal('NoValidHost', `${taken.name} does not fit any more: ${why}.`);
    const hostname = text(properties.name) ?? String(attributes.name ?? '');
    const data = { hostname, queue: inboxOfServer(properties), flavor: text(properties.flavor) ?? '' };
    await tx.cloudMachine.update({ where: { id }, data });
    uow.notify(`pool:${taken.id}`);
    return { attributes: { ...attributes, name: hostname }, seconds: 0 };
  },

  healthy: async (db, id) => (await findServers(db, Prisma.sql`machine_id = ${id}`)).length > 0,

  // Nobody switches a server that is there: what is on it rests, or goes on, by itself.
  act: async ({ attributes }) => ({ attributes, seconds: 0 }),

  remove: async ({ uow, tx, id, attributes }) => {
    if (!(await takeOff(uow, id))) return { attributes, seconds: 0 };
    const [taken] = await findServers(tx, Prisma.sql`machine_id = ${id}`);
    if (taken) {
      await tx.poolServer.update({
        where: { id: taken.id },
        data: { machineId: null, cleansUp: id, linesSeen: {}, secretGrant: {} },
      });
      uow.notify(`pool:${taken.id}`);
    }
    return { attributes, seconds: 0 };
  },

  removed: async ({ kernel, tx, id }) => {
    await tx.cloudMachine.updateMany({ where: { id }, data: { deletedAt: kernel.now(), given: {}, facts: {} } });
  },
};

/** The server that becomes the machine; or the sentence why there is none. */
async function take(context: ResourceContext): Promise<ServerRow | { none: string }> {
  const { kernel, tx, stack, id, properties } = context;
  await lockPool(tx);
  const aliveSince = new Date(kernel.now().getTime() - SILENT_AFTER_MS);
  const free = await findServers(
    tx,
    Prisma.sql`machine_id is null and cleans_up is null and last_seen_at > ${aliveSince} and ${isInPoolOf(stack.tenantId)}`,
  );
  const noneFree = noServerIn(await poolsOpenTo(tx, stack.tenantId));
  const chosen = choose(free, serverRequirements(properties), noneFree);
  if ('none' in chosen) return { none: `${hostnameOf(context)} cannot be made: ${chosen.none}.` };
  await tx.poolServer.update({ where: { id: chosen.id }, data: { machineId: id } });
  return chosen;
}

/** Whether a server that the tenant may use, that fits and that nobody has may come back: one that is cleaned up, or not heard of lately. */
async function isExpected({ tx, stack, properties }: ResourceContext): Promise<boolean> {
  const away = await findServers(tx, Prisma.sql`machine_id is null and ${isInPoolOf(stack.tenantId)}`);
  const requirements = serverRequirements(properties);
  return away.some((server) => unfitness(server, requirements) === null);
}

/** Makes the machine that a server is from now on, and waits for its agent. */
async function prepare(context: ResourceContext, taken: ServerRow): Promise<ResourceCreation> {
  const { kernel, uow, tx, stack, id, properties } = context;
  const hostname = hostnameOf(context);
  const address = taken.facts.addresses[0] ?? '';
  const queue = inboxOfServer(properties);
  uow.insertMachine({
    id,
    tenantId: stack.tenantId,
    stackId: stack.id,
    stackName: stack.name,
    hostname,
    network: NETWORK,
    address,
    queue,
    flavor: text(properties.flavor) ?? '',
    image: text(properties.image) ?? '',
    given: { user_data: await configText(tx, stack.tenantId, text(properties.user_data) ?? '') },
    createdAt: kernel.now(),
  });
  await connect(context, address);
  uow.emit({ kind: 'machine', stack: stack.name, tenantId: stack.tenantId, host: hostname, queue, phase: 'booting' });
  uow.notify(`pool:${taken.id}`);
  return { attributes: attributesOf(hostname, taken), seconds: PREPARED_WITHIN_SECONDS, waits: true };
}

function hostnameOf({ stack, name, properties }: ResourceContext): string {
  return text(properties.name) ?? `${stack.name}-${name.replaceAll('.', '-')}`;
}

function serverRequirements(properties: JsonObject): ServerRequirements {
  const name = text(properties.flavor) ?? '';
  const flavor = FLAVORS.find((known) => known.name === name);
  if (!flavor) throw refusal('NotFound', `Flavor ${name} could not be found.`);
  return { flavor, image: text(properties.image) ?? '', zone: text(properties.availability_zone) };
}

/** Ports stand for the connection that a server has already: now one knows which address that is. */
async function connect({ tx, stack, properties }: ResourceContext, address: string): Promise<void> {
  for (const network of Array.isArray(properties.networks) ? properties.networks : []) {
    const port = isObject(network) ? text(network.port) : null;
    const row = port === null ? null : await findStored(tx, stack.tenantId, port, 'OS::Neutron::Port');
    if (!row) continue;
    const attributes = { ...storedAttributes(row), address, fixed_ips: [{ ip_address: address, subnet_id: '' }] };
    await tx.cloudResource.update({ where: { id: row.id }, data: { attributes } });
  }
}

function attributesOf(name: string, { id, facts }: ServerRow): JsonObject {
  const [address = ''] = facts.addresses;
  return {
    name,
    first_address: address,
    accessIPv4: address,
    addresses: { [NETWORK]: facts.addresses.map((addr) => ({ addr, version: addr.includes(':') ? 6 : 4 })) },
    networks: { [NETWORK]: facts.addresses },
    instance_name: `server-${id.slice(0, 8)}`,
  };
}

function isAsked(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function wrongNetworks(name: string, { networks }: JsonObject): string[] {
  const fixed = (Array.isArray(networks) ? networks : []).some((one) => isObject(one) && isAsked(one.fixed_ip));
  return fixed
    ? [
        `Property error: resources.${name}.properties.networks: A server that is there keeps its address: leave fixed_ip out.`,
      ]
    : [];
}
