'use client';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { useDeployedTypes } from '@/lib/client/catalog';
import { useEnvironment } from '@/lib/client/environments';
import type { Service } from '@/lib/model/environment';
import type { OfferedOperation } from '@/lib/model/operations/declared';
import type { EnvironmentDetailView } from '@/lib/model/views';
import { WORKFLOWS, type WorkflowId } from './registry';
import { machinesOf, operationsFor, refusalOf, type WorkflowSubject } from './subject';

/** A workflow as it is offered. */
export interface WorkflowOffer<Id extends string = WorkflowId> {
  id: Id;
  icon: LucideIcon;
  label: string;
  /** what it does, in a sentence */
  about: string;
  /** why it cannot be done now; null when it can */
  reason: string | null;
}

/** What can be done with machines, each with why it cannot be done now. */
export function useWorkflowOffers(subject: WorkflowSubject): WorkflowOffer[] {
  const t = useTranslations('workflows');
  const { environmentId } = subject;
  const types = useDeployedTypes(environmentId).data;
  const { data: environment, error } = useEnvironment(environmentId);
  const busy = useRunReason(environment);
  const { suspends } = useMe().cloud;
  const why = (id: WorkflowId): string | null => {
    if (busy !== null) return busy;
    if (!environment || !types) return error ? null : t('loading');
    const refusal = refusalOf(id, subject, environment.services as unknown as Service[], types, suspends);
    return refusal && t(`because.${refusal}`);
  };
  const count = machinesOf(subject, (environment?.services ?? []) as unknown as Service[]);
  return WORKFLOWS.map(({ id, icon }) => ({
    id,
    icon,
    label: t(id),
    about: t(`about.${id}`, { count, reinstalls: 'no' }),
    reason: why(id),
  }));
}

/** What packages offer for machines beside the usual, each with why it cannot be run now; null when it can. */
export function useOperationOffers(subject: WorkflowSubject): { operation: OfferedOperation; reason: string | null }[] {
  const t = useTranslations('workflows');
  const types = useDeployedTypes(subject.environmentId).data;
  const { data: environment } = useEnvironment(subject.environmentId);
  const busy = useRunReason(environment);
  if (!environment || !types) return [];
  return operationsFor(subject, environment.services as unknown as Service[], types).map(({ operation, refusal }) => ({
    operation,
    reason: busy ?? (refusal && t(`because.${refusal}`)),
  }));
}

/** Why nothing can be begun in an environment now by this person; null when something can. */
export function useRunReason(environment: Pick<EnvironmentDetailView, 'status'> | undefined): string | null {
  const t = useTranslations('workflows');
  const role = useRoleReason();
  if (role !== null) return role;
  if (environment?.status === 'deploying') return t('busy');
  return environment?.status === 'deleting' ? t('deleting') : null;
}
