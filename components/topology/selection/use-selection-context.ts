'use client';
import { useTranslations } from 'next-intl';
import { useEditReason } from '@/components/shell/edit-reason';
import { useMe } from '@/components/shell/me-context';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentTypes } from '@/lib/client/catalog';
import { useDraft, useDraftEdit } from '@/lib/client/draft';
import { newestRun, useEnvironmentEvents } from '@/lib/client/events/use-environment-events';
import type { EnvironmentPicture } from '@/lib/client/topology';
import type { Service } from '@/lib/model/environment';
import type { SelectionContext } from './action';

/** What actions know of an environment, but how its picture is shown, and what covers it. */
export function useSelectionContext({
  environment,
  services,
}: EnvironmentPicture): Omit<SelectionContext, 'showAs' | 'show' | 'onCover'> {
  const t = useTranslations('topology.selection');
  const toast = useToast();
  const log = useEnvironmentEvents(environment.id);
  const newest = newestRun(log)?.id ?? null;
  const types = useEnvironmentTypes(environment.id).data ?? [];
  const editReason = useEditReason(environment.id);
  const { mine } = useDraft(environment.id);
  const { simulated } = useMe().cloud;
  const { mutate } = useDraftEdit(environment.id, (sessionId, change: Parameters<SelectionContext['edit']>[0]) =>
    change(sessionId),
  );
  return {
    ...{
      environmentId: environment.id,
      deployed: environment.services as unknown as Service[],
      services,
      types,
      simulated,
      draft: mine && mine.changes > 0 ? { id: mine.id, updated: mine.updated } : null,
      editReason,
    },
    // of earlier runs only their picture is read: their newest one then tells of all machines
    runOf: (unitId) =>
      log.events.findLast(({ entityId, runId }) => entityId === unitId && runId !== null)?.runId ?? newest,
    edit: (change) =>
      mutate(change, { onError: (problem) => toast.error(t('failed'), sentenceOf(problem) ?? undefined) }),
    refusals: (why, name, least) => t(`refused.${why}`, { name, least }),
  };
}
