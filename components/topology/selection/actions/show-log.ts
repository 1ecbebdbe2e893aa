import { ScrollText } from 'lucide-react';
import type { SelectionAction } from '../action';

/** The log tells of one machine at a time. */
export const showLog = {
  id: 'showLog',
  icon: ScrollText,
  offer({ services, hosts: [host, ...more] }, { environmentId, deployed, runOf }) {
    const single = services.length + more.length === 0 ? host?.unitId : null;
    // nothing was done yet with one that is only planned
    const unitId = deployed.some(({ units }) => units.some(({ id }) => id === single)) ? single : null;
    const run = unitId ? runOf(unitId) : null;
    return run === null ? null : { href: `/environments/${environmentId}/deployments/${run}?unit=${unitId}` };
  },
} as const satisfies SelectionAction;
