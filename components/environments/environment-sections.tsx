'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { useHashTarget } from '@/components/ui/use-hash-target';
import { useHealth } from '@/lib/client/health';
import { useEnvironmentPackages } from '@/lib/client/packages';
import { useSchedules } from '@/lib/client/schedules';
import { HealthCard } from './health-card';
import { EnvironmentPackages } from './packages/environment-packages';

/**
 * What looks after an environment, begins by itself in it and is made of which packages, and its end.
 *
 * @param schedules what begins by itself
 * @param closed why it cannot be deleted now
 */
export function EnvironmentSections({
  environmentId,
  schedules,
  closed,
  onDelete,
}: {
  environmentId: string;
  schedules: ReactNode;
  closed: string | null;
  onDelete: () => void;
}) {
  const t = useTranslations('environments');
  const parts = [useHealth(environmentId), useSchedules(environmentId), useEnvironmentPackages(environmentId)];
  // all at once: nothing may move under a finger
  const isKnown = parts.every(({ isPending }) => !isPending);
  useHashTarget(isKnown);
  if (!isKnown) {
    return (
      <>
        <LoadingWords>{t('settings.loading')}</LoadingWords>
        <Skeleton className="h-72 w-full rounded-xl" />
      </>
    );
  }
  return (
    <>
      <HealthCard environmentId={environmentId} />
      {schedules}
      <EnvironmentPackages environmentId={environmentId} />
      <Card className="border-failed-border">
        <CardHeader
          title={t('settings.delete')}
          description={t('delete.text')}
          actions={
            <Button variant="danger" disabledReason={closed} onClick={onDelete}>
              {t('delete.button')}
            </Button>
          }
        />
        <CardBody className="pt-0" />
      </Card>
    </>
  );
}
