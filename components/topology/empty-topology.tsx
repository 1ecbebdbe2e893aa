'use client';
import { Workflow } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { useMe } from '@/lib/client/me';
import { hasRole } from '@/lib/model/actor';

/** An environment without services: what will be drawn here, and how to begin. */
export function EmptyTopology({ environmentId }: { environmentId: string }) {
  const me = useMe();
  const may = me.data !== undefined && hasRole(me.data.role, 'member');
  return (
    <EmptyState
      icon={<Workflow />}
      title="Nothing to draw yet"
      actions={
        may && (
          <LinkButton variant="primary" href={`/catalog?environment=${environmentId}`}>
            Add a first service
          </LinkButton>
        )
      }
    >
      {may
        ? 'Add a service, for example Active Directory: its machines, what runs on them and how they connect appear here before anything is deployed.'
        : 'Once a member adds services, their machines, what runs on them and how they connect appear here.'}
    </EmptyState>
  );
}
