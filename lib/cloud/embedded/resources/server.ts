import { AVAILABILITY_ZONES, findImage } from '@/lib/cloud/embedded/catalogue';
import { freshFacts, withAdminPassword } from '@/lib/cloud/embedded/machines/facts';
import { lockMachine } from '@/lib/cloud/embedded/machines/machine-view';
import { REBOOT_SECONDS, reboot } from '@/lib/cloud/embedded/machines/reboot';
import { limitUnderFaults } from '@/lib/cloud/embedded/quotas';
import { FLAVORS } from '@/lib/cloud/kernel/flavors';
import { after } from '@/lib/cloud/kernel/kernel';
import { emitMachineEvent, takeOff } from '@/lib/cloud/kernel/machines/machine-context';
import { lockShare, usedBy } from '@/lib/cloud/kernel/quotas';
import { SERVER_RULES } from '@/lib/cloud/kernel/resources/machine-rules';
import { type ResourceContext, type ResourceType, refusal, text } from '@/lib/cloud/kernel/resources/resource-type';
import { serverGroup } from '@/lib/cloud/kernel/resources/server-group';
import { configText } from '@/lib/cloud/kernel/resources/software-config';
import { findStored, storedAttributes } from '@/lib/cloud/kernel/resources/stored-resource';
import type { Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { isObject, type JsonObject } from '@/lib/model/json';
import { inboxOfServer } from '@/lib/ports/cloud/cloud';
import { DEFAULT_NETWORK, macOf, releaseAddresses, takeAddress } from './network-plan';
import { attach, detach, imageOfVolume } from './volume';

export const ACTIVE_AFTER_SECONDS = 6;
export const BOOT_SECONDS = 12;
const RESIZE_SECONDS = 5;

/**
 * A virtual machine. `metadata.agent_queue` names the inbox that its agent reads; without it the
 * machine has no agent.
 */
export const server: ResourceType = {
  ...SERVER_RULES,

  create: async (context) => {
    const { kernel, uow, tx, stack, id, properties } = context;
    const hostname = nameOf(context);
    const flavor = findFlavor(properties);
    const devices = blockDevices(properties);
    const image = await imageFor(context, devices);
    if (!flavor || !image) throw refusal('NotFound', `The image or flavor of ${hostname} could not be found.`);
    const zone = text(properties.availability_zone);
    if (zone && !AVAILABILITY_ZONES.includes(zone)) {
      throw refusal('BadRequest', 'The requested availability zone is not available (HTTP 400)');
    }
    await checkGroup(context);
    await checkQuota(context, flavor);
    const { network, address } = await connect(context);
    const password = text(properties.admin_pass);
    uow.insertMachine({
      id,
      tenantId: stack.tenantId,
      stackId: stack.id,
      stackName: stack.name,
      hostname,
      network,
      address,
      queue: inboxOfServer(properties),
      flavor: flavor.name,
      image: image.name,
      given: await givenTo(context),
      facts: await freshFacts(image, hostname, password ? kernel.open(password) : null),
      createdAt: kernel.now(),
      dueAt: after(kernel, stack.tenantId, ACTIVE_AFTER_SECONDS + BOOT_SECONDS),
    });
    for (const { volume_id: volumeId, device_name: device } of devices) {
      if (!text(volumeId)) continue;
      const attachment = { attachment_id: id, server_id: id, device: text(device) ?? '' };
      await attach(tx, stack.tenantId, String(volumeId), attachment);
    }
    uow.emit({
      kind: 'machine',
      stack: stack.name,
      tenantId: stack.tenantId,
      host: hostname,
      queue: inboxOfServer(properties),
      phase: 'booting',
    });
    uow.notify(`machine:${id}`);
    return { attributes: attributesOf(id, hostname, network, address), seconds: ACTIVE_AFTER_SECONDS };
  },

  update: async (context) => {
    const { uow, tx, id, properties, attributes } = context;
    const machine = await lockMachine(tx, id);
    const flavor = findFlavor(properties);
    if (!machine || !flavor) throw refusal('NotFound', `Instance ${id} could not be found.`);
    const resized = flavor.name !== machine.flavor;
    if (resized) await checkQuota(context, flavor, machine.flavor);
    const hostname = text(properties.name) ?? machine.hostname;
    const facts = await factsWithPassword(context, machine.facts as JsonObject);
    await tx.cloudMachine.update({
      where: { id },
      data: { flavor: flavor.name, hostname, queue: inboxOfServer(properties), given: await givenTo(context), facts },
    });
    uow.notify(`machine:${id}`);
    const { network, address } = machine;
    return {
      attributes: { ...attributes, ...attributesOf(id, hostname, network, address) },
      seconds: resized ? RESIZE_SECONDS : 0,
    };
  },

  healthy: async (db, id) => {
    const machine = await db.cloudMachine.findUnique({ where: { id } });
    return machine !== null && machine.deletedAt === null && machine.power !== 'failed';
  },

  remove: async ({ uow, id, attributes }) => {
    const machine = await takeOff(uow, id);
    if (!machine) return { attributes, seconds: 0 };
    uow.notify(`inbox:${machine.tenantId}/${machine.queue}`);
    return { attributes, seconds: 3 };
  },

  // A machine that is off waits to be started again: its agent goes on where it was.
  act: async ({ kernel, uow, tx, id, attributes }, action) => {
    const machine = await lockMachine(tx, id);
    if (!machine) throw refusal('NotFound', `Instance ${id} could not be found.`);
    if (action === 'RESUME' && machine.power === 'stopped') {
      reboot(kernel, uow, machine);
      uow.notify(`machine:${id}`);
    } else if (action === 'SUSPEND' && ['ready', 'rebooting', 'booting'].includes(machine.power)) {
      uow.change('CloudMachine', id, { power: 'stopped', dueAt: null });
      emitMachineEvent(uow, machine, 'stopped');
    }
    return { attributes, seconds: action === 'SUSPEND' ? 3 : REBOOT_SECONDS };
  },

  removed: async ({ kernel, tx, stack, id, properties }) => {
    for (const { volume_id: volumeId } of blockDevices(properties))
      await detach(tx, stack.tenantId, text(volumeId) ?? '', id);
    await tx.cloudMachine.updateMany({ where: { id }, data: { deletedAt: kernel.now(), given: {}, facts: {} } });
    await releaseAddresses(tx, id);
  },
};

/** The cloud sets the Administrator's password anew only when the template's has changed. */
async function factsWithPassword(
  { kernel, properties, before }: ResourceContext & { before: JsonObject },
  facts: JsonObject,
): Promise<JsonObject> {
  const [was, now] = [before, properties].map((from) => kernel.open(text(from.admin_pass)));
  return now && now !== was ? withAdminPassword(facts, now) : facts;
}

async function givenTo({ tx, stack, properties }: ResourceContext): Promise<JsonObject> {
  const userData = await configText(tx, stack.tenantId, text(properties.user_data) ?? '');
  return { metadata: properties.metadata ?? {}, user_data: userData };
}

function blockDevices(properties: JsonObject): JsonObject[] {
  const given = properties.block_device_mapping_v2;
  return Array.isArray(given) ? given.filter(isObject) : [];
}

/** What the machine starts from: its image, or the one that its first volume was made from. */
async function imageFor({ tx, stack, properties }: ResourceContext, devices: JsonObject[]) {
  const first = devices.find((device) => String(device.boot_index ?? '') === '0') ?? {};
  const volumeId = text(first.volume_id);
  const wanted =
    text(properties.image) ??
    text(first.image) ??
    (volumeId ? await imageOfVolume(tx, stack.tenantId, volumeId) : null);
  if (wanted === null) throw refusal('BadRequest', 'Neither an image nor a volume to start from is given. (HTTP 400)');
  return findImage(wanted);
}

/** @throws `refusal` when the group that the machine names is not there */
async function checkGroup({ tx, stack, properties }: ResourceContext): Promise<void> {
  const { scheduler_hints: hints } = properties;
  const group = isObject(hints) ? text(hints.group) : null;
  if (group === null) return;
  if (!(await findStored(tx, stack.tenantId, group, serverGroup.type)))
    throw refusal('BadRequest', `Instance group ${group} could not be found. (HTTP 400)`);
}

function nameOf({ stack, name, id, properties }: ResourceContext): string {
  return text(properties.name) ?? `${stack.name}-${name.replaceAll('.', '-')}-${id.slice(0, 12)}`;
}

function findFlavor(properties: JsonObject) {
  return FLAVORS.find((known) => known.name === properties.flavor);
}

async function checkQuota(context: ResourceContext, flavor: (typeof FLAVORS)[number], instead?: string): Promise<void> {
  const { kernel, tx, stack } = context;
  const { tenantId } = stack;
  const [, used, limit] = await Promise.all([
    lockShare(tx, tenantId),
    // On one connection, so what they see begins when the share is ours.
    usedBy(tx, tenantId),
    limitUnderFaults(kernel, tx, tenantId),
  ]);
  const old = FLAVORS.find((known) => known.name === instead);
  const rows = [
    { word: 'instances', asked: old ? 0 : 1, used: used.machines, limit: limit.machines },
    { word: 'cores', asked: flavor.vcpus - (old?.vcpus ?? 0), used: used.vcpus, limit: limit.vcpus },
    { word: 'ram', asked: flavor.memoryMb - (old?.memoryMb ?? 0), used: used.memoryMb, limit: limit.memoryMb },
    { word: 'gigabytes', asked: flavor.diskGb - (old?.diskGb ?? 0), used: used.diskGb, limit: limit.diskGb },
  ];
  const over = rows.filter((row) => row.asked > 0 && row.limit >= 0 && row.used + row.asked > row.limit);
  if (over.length === 0) return;
  const list = (pick: (row: (typeof rows)[number]) => number | string) => over.map(pick).join(', ');
  throw refusal(
    'Forbidden',
    `Quota exceeded for ${list((r) => r.word)}: Requested ${list((r) => r.asked)}, but already used ` +
      `${list((r) => r.used)} of ${list((r) => r.limit)} ${list((r) => r.word)} (HTTP 403)`,
  );
}

/** The first network decides: a port brings its address, anything else gets a free one. */
async function connect({ tx, stack, id, properties }: ResourceContext): Promise<{ network: string; address: string }> {
  const [first] = Array.isArray(properties.networks) ? properties.networks : [];
  const wanted = isObject(first) ? first : {};
  const portId = text(wanted.port);
  if (portId) {
    const attributes = storedAttributes(await findStored(tx, stack.tenantId, portId, 'OS::Neutron::Port'));
    const address = text(attributes.address);
    if (!address) throw refusal('NotFound', `Port ${portId} could not be found.`);
    return { network: text(attributes.network_id) ?? DEFAULT_NETWORK, address };
  }
  const network = text(wanted.network) ?? text(wanted.uuid) ?? DEFAULT_NETWORK;
  const address = await takeAddress(tx, {
    tenantId: stack.tenantId,
    network,
    ownerId: id,
    wanted: text(wanted.fixed_ip),
  });
  return { network, address };
}

/** Gives a machine another address, as Nova notes it when its port gets one. */
export async function moveMachine(
  tx: Tx,
  { stackId, network, from, to }: { stackId: string; network: string; from: string; to: string },
): Promise<void> {
  const machine = await tx.cloudMachine.findFirst({ where: { stackId, network, address: from, deletedAt: null } });
  if (!machine) return;
  await tx.cloudMachine.update({ where: { id: machine.id }, data: { address: to } });
  const resource = await tx.cloudResource.findUniqueOrThrow({ where: { id: machine.id } });
  const attributes = {
    ...storedAttributes(resource),
    ...attributesOf(machine.id, machine.hostname, network, to),
  } as Prisma.InputJsonObject;
  await tx.cloudResource.update({ where: { id: machine.id }, data: { attributes } });
}

function attributesOf(id: string, name: string, network: string, address: string): JsonObject {
  const place = { addr: address, version: 4, 'OS-EXT-IPS-MAC:mac_addr': macOf(id), 'OS-EXT-IPS:type': 'fixed' };
  return {
    name,
    first_address: address,
    accessIPv4: address,
    addresses: { [network]: [place] },
    networks: { [network]: [address] },
    instance_name: `instance-${id.slice(0, 8)}`,
  };
}
