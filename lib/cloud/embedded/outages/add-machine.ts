import { react } from '@/lib/cloud/embedded/machines/follow-power';
import type { Simulations } from '@/lib/cloud/embedded/machines/simulations';
import { newId } from '@/lib/cloud/kernel/kernel';
import { madeFrom } from '@/lib/cloud/kernel/stacks/resource-rows';
import type { Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { JsonObject } from '@/lib/model/json';
import type { PackageLock } from '@/lib/model/package-lock';

/**
 * Adds a machine that knows what another one knows, in a transaction: on its network, let in where it is let in, behind the
 * same load balancers, and settled as packages say (`whenAdded`).
 *
 * @returns null when the network has no address for it, or when no package has told the other one anything
 */
export async function addMachineLike(
  simulations: Simulations,
  tx: Tx,
  like: CloudMachine,
): Promise<CloudMachine | null> {
  const address = await freeAddress(tx, like);
  if (address === null || like.packages === null) return null;
  const id = newId();
  const made = await tx.cloudMachine.create({
    data: {
      ...{ ...like, id, address, queue: '', dueAt: null, power: 'ready', createdAt: new Date() },
      hostname: `${like.hostname}-${id.slice(0, 4)}`,
      facts: like.facts as JsonObject,
      given: {},
      packages: like.packages as JsonObject,
    },
  });
  await joinBalancers(tx, like, address);
  const { tenantId, packages } = made;
  const simulation = await simulations(tenantId, packages as PackageLock | null);
  // One that a package cannot settle helps nobody, and the dry run shows it.
  await react(tx, id, simulation, simulation.whenAdded);
  return made;
}

/** An address beside that of a machine; the port of that machine holds it, too, so that the same rules let it in. */
async function freeAddress(tx: Tx, { tenantId, network, address }: CloudMachine): Promise<string | null> {
  const taken = await tx.cloudAddress.findMany({ where: { tenantId, network } });
  const port = taken.find((one) => one.address === address);
  const [, beginning = ''] = /^(.*\.)\d+$/.exec(address) ?? [];
  const free = Array.from({ length: 253 }, (_, at) => `${beginning}${254 - at}`).find(
    (one) => one !== address && !taken.some((other) => other.address === one),
  );
  if (beginning === '' || free === undefined) return null;
  if (port) await tx.cloudAddress.create({ data: { tenantId, network, address: free, ownerId: port.ownerId } });
  return free;
}

/** Puts an address behind the load balancers of the machine that it stands beside. */
async function joinBalancers(tx: Tx, { stackId, address }: CloudMachine, own: string): Promise<void> {
  const members = await tx.cloudResource.findMany({
    where: { stackId, replaced: false, type: 'OS::Octavia::PoolMember' },
  });
  for (const member of members) {
    const { properties, metadata } = madeFrom(member);
    if (properties.address !== address) continue;
    await tx.cloudResource.create({
      data: {
        ...member,
        id: newId(),
        name: `${member.name}-${own}`,
        properties: { properties: { ...properties, address: own }, metadata } as JsonObject,
        attributes: {},
      },
    });
  }
}
