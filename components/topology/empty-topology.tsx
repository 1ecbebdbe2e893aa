'use client';
import { Workflow } from 'lucide-react';
import { useRoleReason } from '@/components/shell/me-context';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';

/** An environment without services: what will be drawn here, and how to begin. */
export function EmptyTopology({ environmentId }: { environmentId: string }) {
  const reason = useRoleReason();
  return (
    <EmptyState
      icon={<Workflow />}
      title="Nothing to draw yet"
      actions={
        reason === null && (
          <LinkButton variant="primary" href={`/catalog?environment=${environmentId}`}>
            Add a first service
          </LinkButton>
        )
      }
    >
      {reason === null
        ? 'Add a service, for example Active Directory: its machines, what runs on them and how they connect appear here before anything is deployed.'
        : 'Once a member adds services, their machines, what runs on them and how they connect appear here.'}
    </EmptyState>
  );
}
