import { Undo2 } from 'lucide-react';
import { revertChange } from '@/lib/client/sessions';
import type { SelectionAction } from '../action';

/** What a draft removes stays after all. */
export const putBack = {
  id: 'putBack',
  icon: Undo2,
  offer({ services, hosts }, { environmentId, editReason, edit }) {
    const gone = [
      ...services.map(({ node }) => node),
      ...hosts.filter(({ serviceId }) => !services.some(({ node }) => node.serviceId === serviceId)),
    ].filter(({ change, removal }) => change === 'removed' && removal === null);
    if (gone.length === 0) return null;
    if (editReason !== null) return { refused: editReason };
    return {
      act: () =>
        edit(async (sessionId) => {
          for (const { serviceId, unitId } of gone)
            if (serviceId !== null)
              await revertChange(environmentId, sessionId, { serviceId, ...(unitId === null ? {} : { unitId }) });
        }),
    };
  },
} as const satisfies SelectionAction;
