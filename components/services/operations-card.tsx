'use client';
import { SquareTerminal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useWorkflowDialog } from '@/components/shell/workflows/use-workflow-dialog';
import { useOperationOffers } from '@/components/shell/workflows/use-workflow-offers';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { OfferedOperation } from '@/lib/model/operations/declared';

/** What the package of a service offers to run on its machines, beside the workflows that all have. */
export function OperationsCard({
  environmentId,
  service,
  operations,
  reason,
}: {
  environmentId: string;
  service: { id: string; name: string };
  operations: readonly OfferedOperation[];
  /** why nothing can be run now; null when something can */
  reason: string | null;
}) {
  const t = useTranslations('workflows.operations');
  const { ask, dialog } = useWorkflowDialog();
  const subject = { environmentId, name: service.name, serviceId: service.id };
  const offers = useOperationOffers(subject);
  const refusalOf = (name: string) => offers.find(({ operation }) => operation.name === name)?.reason ?? null;
  return (
    <Card>
      <CardHeader title={t('card')} description={t('about')} />
      <CardBody>
        <ul className="flex flex-col gap-3">
          {operations.map((operation) => (
            <li key={operation.name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 flex-1 basis-48 text-ink-muted">{operation.summary}</p>
              <Button
                size="sm"
                disabledReason={reason ?? refusalOf(operation.name)}
                onClick={() => ask(operation, subject)}
              >
                <SquareTerminal aria-hidden />
                {operation.title}
              </Button>
            </li>
          ))}
        </ul>
      </CardBody>
      {dialog}
    </Card>
  );
}
