'use client';
import { useTranslations } from 'next-intl';
import { useEnvironment } from '@/lib/client/environments';
import { useWorkflows } from '@/lib/client/executions';
import { PART_WORKFLOWS, type PartWorkflowId } from './part-workflows';
import type { WorkflowSubject } from './subject';
import { useOperationOffers, useRunReason, type WorkflowOffer } from './use-workflow-offers';

/**
 * What can be done with the parts of blueprints besides: only where there is something to do now, and not where a package
 * offers a workflow of its own by the same name.
 */
export function usePartOffers(subject: Omit<WorkflowSubject, 'unitIds'>): WorkflowOffer<PartWorkflowId>[] {
  const t = useTranslations('workflows');
  const { environmentId, serviceId } = subject;
  const known = useWorkflows(environmentId, serviceId).data ?? [];
  const replaced = useOperationOffers(subject).map(({ operation }) => operation.name);
  const reason = useRunReason(useEnvironment(environmentId).data);
  const isPossible = (id: PartWorkflowId) =>
    !replaced.includes(`workflow.${id}`) && known.some(({ name, services }) => name === id && services?.length);
  return PART_WORKFLOWS.filter(({ id }) => isPossible(id)).map(({ id, icon }) => ({
    ...{ id, icon, reason },
    label: t(id),
    about: t(`about.${id}`),
  }));
}
