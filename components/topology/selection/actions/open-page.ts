import { SquareArrowOutUpRight } from 'lucide-react';
import type { SelectionAction } from '../action';

export const openPage = {
  id: 'openPage',
  icon: SquareArrowOutUpRight,
  offer({ services: [group, ...more], hosts }, { environmentId }) {
    if (!group || more.length + hosts.length > 0) return null;
    return { href: `/environments/${environmentId}/services/${group.node.serviceId ?? ''}` };
  },
} as const satisfies SelectionAction;
