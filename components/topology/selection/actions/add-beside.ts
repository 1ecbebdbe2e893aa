import { Plus } from 'lucide-react';
import { addAddress } from '@/lib/client/add-address';
import { isOffered } from '@/lib/client/catalog';
import { canReferTo } from '@/lib/model/added-beside';
import { offeredBy } from '@/lib/model/relations';
import type { SelectionAction } from '../action';

/** A service that uses the selected one from the beginning. */
export const addBeside = {
  id: 'addBeside',
  icon: Plus,
  offer({ services: [group, ...more], hosts }, { environmentId, services, types, editReason }) {
    if (!group || more.length + hosts.length > 0 || group.node.change === 'removed') return null;
    const service = services.find(({ id }) => id === group.node.serviceId);
    const type = types.find((one) => one.type === service?.type);
    const beside = service && offeredBy(service, type)[0];
    if (!beside || !types.some((one) => isOffered(one) && canReferTo(one, beside))) return null;
    return editReason === null ? { href: addAddress(environmentId, null, { beside }) } : { refused: editReason };
  },
} as const satisfies SelectionAction;
