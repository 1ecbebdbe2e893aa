'use client';
import { Button } from '@/components/ui/button';
import type { PartWorkflowId } from './part-workflows';
import type { WorkflowId } from './registry';
import type { WorkflowSubject } from './subject';
import { usePartOffers } from './use-part-offers';
import { useWorkflowOffers } from './use-workflow-offers';

/** What can be done with machines, each in a sentence with its button; what makes no sense now says why. */
export function WorkflowList({
  subject,
  onAsk,
}: {
  subject: WorkflowSubject;
  onAsk: (workflow: WorkflowId | PartWorkflowId) => void;
}) {
  const machines = useWorkflowOffers(subject);
  const parts = usePartOffers(subject);
  const offers = [...machines, ...parts];
  return (
    <ul className="flex flex-col gap-3">
      {offers.map(({ id, icon: Icon, label, about, reason }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-48 text-ink-muted">{about}</p>
          <Button size="sm" disabledReason={reason} onClick={() => onAsk(id)}>
            <Icon aria-hidden />
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
