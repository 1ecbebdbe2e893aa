'use client';
import { useTranslations } from 'next-intl';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { WorkflowSubject } from './subject';
import { useWorkflowDialog } from './use-workflow-dialog';
import { WorkflowList } from './workflow-list';

/** What can be done with the machines of a service that is deployed. */
export function WorkflowsCard({ subject }: { subject: WorkflowSubject }) {
  const t = useTranslations('workflows');
  const { ask, dialog } = useWorkflowDialog();
  return (
    <Card>
      <CardHeader title={t('card')} description={t('description')} />
      <CardBody>
        <WorkflowList subject={subject} onAsk={(workflow) => ask(workflow, subject)} />
      </CardBody>
      {dialog}
    </Card>
  );
}
