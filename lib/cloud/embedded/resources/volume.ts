import { AVAILABILITY_ZONES, findImage } from '@/lib/cloud/embedded/catalogue';
import { limitUnderFaults } from '@/lib/cloud/embedded/quotas';
import { lockShare, usedBy } from '@/lib/cloud/kernel/quotas';
import {
  type ResourceContext,
  type ResourceCreation,
  type ResourceType,
  refusal,
  text,
} from '@/lib/cloud/kernel/resources/resource-type';
import { findStored, storedAttributes } from '@/lib/cloud/kernel/resources/stored-resource';
import type { Tx } from '@/lib/db/client';
import { type CloudResource, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** A disk that lives longer than the machine it is attached to: empty, from an image, or a copy of another one. */
export const volume: ResourceType = {
  type: 'OS::Cinder::Volume',
  properties: {
    size: { kind: 'integer', change: 'inPlace', min: 1 },
    name: { kind: 'string', change: 'inPlace' },
    description: { kind: 'string', change: 'inPlace' },
    metadata: { kind: 'map', change: 'inPlace' },
    read_only: { kind: 'boolean', change: 'inPlace' },
    image: { kind: 'string', change: 'replace', names: 'image' },
    source_volid: { kind: 'string', change: 'replace' },
    snapshot_id: { kind: 'string', change: 'replace' },
    backup_id: { kind: 'string', change: 'inPlace' },
    volume_type: { kind: 'string', change: 'inPlace' },
    availability_zone: { kind: 'string', change: 'replace' },
    multiattach: { kind: 'boolean', change: 'replace' },
  },
  attributes: [
    'attachments',
    'attachments_list',
    'availability_zone',
    'bootable',
    'display_name',
    'display_description',
    'metadata_values',
    'multiattach',
    'size',
    'source_volid',
    'status',
    'volume_type',
  ],

  create: async (context) => {
    const { tx, stack, name, properties } = context;
    const zone = text(properties.availability_zone);
    if (zone && !AVAILABILITY_ZONES.includes(zone)) {
      throw refusal('BadRequest', `Availability zone '${zone}' is invalid. (HTTP 400)`);
    }
    for (const [property, thing] of Object.entries({ snapshot_id: 'Snapshot', backup_id: 'Backup' })) {
      const wanted = text(properties[property]);
      if (wanted) throw refusal('NotFound', `${thing} ${wanted} could not be found. (HTTP 404)`);
    }
    const copied = text(properties.source_volid);
    const source = copied ? storedAttributes(await volumeOf(tx, stack.tenantId, copied)) : null;
    const image = findImage(text(properties.image));
    const size = Number(properties.size ?? source?.size ?? 0);
    if (size < 1) throw refusal('BadRequest', 'A volume needs a size, or a volume that it is a copy of. (HTTP 400)');
    await checkQuota(context, size);
    const attributes = {
      ...named(properties, `${stack.name}-${name}`),
      size,
      image: image?.name ?? text(source?.image) ?? '',
      bootable: image ? 'true' : (source?.bootable ?? 'false'),
      availability_zone: zone ?? AVAILABILITY_ZONES[0] ?? '',
      multiattach: properties.multiattach ?? false,
      source_volid: copied ?? '',
      volume_type: text(properties.volume_type) ?? '',
      ...used([]),
    };
    return { attributes, seconds: image || copied ? 5 : 2 };
  },

  update: async (context) => {
    const { stack, name, properties, attributes } = context;
    const before = Number(attributes.size);
    const size = Number(properties.size ?? before);
    if (size < before) throw refusal('NotSupported', 'Shrinking volume is not supported.');
    if (size > before) await checkQuota(context, size - before);
    return {
      attributes: { ...attributes, ...named(properties, `${stack.name}-${name}`), size },
      seconds: size > before ? 2 : 0.5,
    };
  },
};

/** Ties a volume to a machine. */
export const volumeAttachment: ResourceType = {
  type: 'OS::Cinder::VolumeAttachment',
  properties: {
    instance_uuid: { kind: 'string', required: true, change: 'inPlace' },
    volume_id: { kind: 'string', required: true, change: 'inPlace' },
    mountpoint: { kind: 'string', change: 'inPlace' },
  },
  attributes: [],
  create: tie,
  // Heat moves it too: the volume leaves the one machine before it comes to the other.
  update: async (context) => {
    const { tx, stack, id, before } = context;
    await detach(tx, stack.tenantId, text(before.volume_id) ?? '', id);
    return tie(context);
  },
  remove: async ({ attributes }) => ({ attributes, seconds: 1 }),
  removed: async ({ tx, stack, id, properties }) => detach(tx, stack.tenantId, text(properties.volume_id) ?? '', id),
};

async function tie({ tx, stack, id, properties }: ResourceContext): Promise<ResourceCreation> {
  const machineId = text(properties.instance_uuid) ?? '';
  const machine = await tx.cloudMachine.findFirst({
    where: { id: machineId, tenantId: stack.tenantId, deletedAt: null },
  });
  if (!machine) throw refusal('NotFound', `Instance ${machineId} could not be found. (HTTP 404)`);
  const volumeId = text(properties.volume_id) ?? '';
  await attach(tx, stack.tenantId, volumeId, {
    attachment_id: id,
    server_id: machineId,
    device: text(properties.mountpoint) ?? '',
  });
  return { attributes: {}, seconds: 1.5 };
}

/** Who uses a volume: `attachment_id` is the resource that ties it, a machine itself or what attaches it to one. */
export interface Attachment {
  attachment_id: string;
  server_id: string;
  /** where the machine sees it: `/dev/vdb` */
  device: string;
}

/**
 * Notes on a volume which machine uses it. A machine that is being replaced hands its volumes on.
 *
 * @throws `refusal` when there is no such volume, or when another machine has it
 */
export async function attach(tx: Tx, tenantId: string, volumeId: string, attachment: Attachment): Promise<void> {
  const row = await volumeOf(tx, tenantId, volumeId);
  const attributes = storedAttributes(row);
  const there = attachmentsOf(attributes);
  const staying = await tx.cloudResource.findMany({
    where: { id: { in: there.map((one) => String(one.attachment_id)) }, replaced: false },
    select: { id: true },
  });
  const other = there.find((one) => staying.some(({ id }) => id === one.attachment_id));
  if (other && attributes.multiattach !== true) {
    const reason = `volume '${volumeId}' is already attached to '${String(other.server_id)}'`;
    throw refusal('BadRequest', `Invalid volume: ${reason}. (HTTP 400)`);
  }
  const now = used([...there, { ...attachment, volume_id: volumeId }]);
  await tx.cloudResource.update({ where: { id: row.id }, data: { attributes: { ...attributes, ...now } } });
}

/** Takes a machine off a volume; a volume that has gone has no machines. */
export async function detach(tx: Tx, tenantId: string, volumeId: string, attachmentId: string): Promise<void> {
  const row = await findVolume(tx, tenantId, volumeId);
  if (!row) return;
  const attributes = storedAttributes(row);
  const now = used(attachmentsOf(attributes).filter((one) => one.attachment_id !== attachmentId));
  await tx.cloudResource.update({ where: { id: row.id }, data: { attributes: { ...attributes, ...now } } });
}

/**
 * The image that a volume was made from; null when it was made empty.
 *
 * @throws `refusal` when there is no such volume
 */
export async function imageOfVolume(tx: Tx, tenantId: string, volumeId: string): Promise<string | null> {
  return text(storedAttributes(await volumeOf(tx, tenantId, volumeId)).image);
}

async function findVolume(tx: Tx, tenantId: string, id: string): Promise<CloudResource | null> {
  // Two that attach it at once do so one after the other.
  await rowsOf(tx, Prisma.sql`select id from cloud_resources where id = ${id} for update`);
  return findStored(tx, tenantId, id, volume.type);
}

async function volumeOf(tx: Tx, tenantId: string, id: string): Promise<CloudResource> {
  const row = await findVolume(tx, tenantId, id);
  if (!row) throw refusal('NotFound', `Volume ${id} could not be found. (HTTP 404)`);
  return row;
}

function attachmentsOf({ attachments }: JsonObject): JsonObject[] {
  return Array.isArray(attachments) ? attachments.filter(isObject) : [];
}

/** What a volume says of the machines that use it. */
function used(attachments: JsonObject[]): Record<string, Json> {
  return {
    attachments,
    attachments_list: attachments,
    status: attachments.length > 0 ? 'in-use' : 'available',
  };
}

function named(properties: JsonObject, otherwise: string): Record<string, Json> {
  return {
    display_name: text(properties.name) ?? otherwise,
    display_description: text(properties.description) ?? '',
    metadata_values: properties.metadata ?? {},
  };
}

async function checkQuota({ kernel, tx, stack: { tenantId } }: ResourceContext, size: number): Promise<void> {
  await lockShare(tx, tenantId);
  const [{ diskGb: taken }, { diskGb: limit }] = [
    await usedBy(tx, tenantId),
    await limitUnderFaults(kernel, tx, tenantId),
  ];
  if (limit < 0 || taken + size <= limit) return;
  throw refusal(
    'OverLimit',
    `VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quota. ` +
      `Requested ${size}G, quota is ${limit}G and ${taken}G has been consumed. (HTTP 413)`,
  );
}
