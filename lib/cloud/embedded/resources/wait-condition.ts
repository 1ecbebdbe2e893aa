import { type ResourceType, text } from '@/lib/cloud/kernel/resources/resource-type';
import { waitCondition as storedWaitCondition } from '@/lib/cloud/kernel/resources/wait-condition';
import { isObject } from '@/lib/model/json';

/** Complete once as many machines as it counts have booted with its handle's endpoint in their user data. */
export const waitCondition: ResourceType = {
  ...storedWaitCondition,
  completed: async ({ tx, stack, properties }) => {
    const machines = await tx.cloudMachine.findMany({
      where: { stackId: stack.id, deletedAt: null, power: { in: ['ready', 'rebooting'] } },
    });
    const handle = text(properties.handle) ?? '';
    const signalling = machines.filter((machine) => {
      const data = isObject(machine.given) ? text(machine.given.user_data) : null;
      return data?.includes(`/handles/${handle}`) ?? false;
    });
    if (signalling.length < Number(properties.count ?? 1)) return null;
    const data = Object.fromEntries(signalling.map((machine) => [machine.hostname, 'up']));
    return { attributes: { data: JSON.stringify(data) }, seconds: 0 };
  },
};
