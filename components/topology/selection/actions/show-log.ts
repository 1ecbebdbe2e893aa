import { ScrollText } from 'lucide-react';
import type { SelectionAction } from '../action';

/** The log tells of one machine at a time. */
export const showLog = {
  id: 'showLog',
  icon: ScrollText,
  offer({ services, hosts: [host, ...more] }, { environmentId, runOf }) {
    const unitId = services.length + more.length === 0 ? host?.unitId : null;
    const run = unitId ? runOf(unitId) : null;
    return run === null ? null : { href: `/environments/${environmentId}/deployments/${run}?unit=${unitId}` };
  },
} as const satisfies SelectionAction;
