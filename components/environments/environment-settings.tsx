'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Facts } from '@/components/ui/facts';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { useEnvironment } from '@/lib/client/environments';

const EnvironmentSections = onDemand<ComponentProps<typeof import('./environment-sections').EnvironmentSections>>(
  async () => (await import('./environment-sections')).EnvironmentSections,
  <Skeleton className="h-72 w-full rounded-xl" />,
);

const RenameEnvironment = onDemand<ComponentProps<typeof import('./rename-environment').RenameEnvironment>>(
  async () => (await import('./rename-environment')).RenameEnvironment,
);

const DeleteEnvironment = onDemand<ComponentProps<typeof import('./delete-environment').DeleteEnvironment>>(
  async () => (await import('./delete-environment')).DeleteEnvironment,
);

/**
 * What an environment is called and known by, what it is made with, and its end.
 *
 * @param schedules what begins by itself in it
 */
export function EnvironmentSettings({ environmentId, schedules }: { environmentId: string; schedules: ReactNode }) {
  const t = useTranslations('environments');
  const router = useRouter();
  const { data: environment } = useEnvironment(environmentId);
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const role = useRoleReason();
  if (!environment) {
    return (
      <>
        <LoadingWords>{t('settings.loading')}</LoadingWords>
        <Skeleton className="h-44 rounded-xl" />
        <Skeleton className="h-28 rounded-xl" />
      </>
    );
  }
  const going = environment.status === 'deleting' ? t('delete.going') : null;
  return (
    <>
      <Card>
        <CardHeader
          title={t('settings.general')}
          actions={
            <Button disabledReason={role ?? going} onClick={() => setDialog('rename')}>
              {t('rename.button')}
            </Button>
          }
        />
        <CardBody>
          <Facts
            items={[
              { label: t('settings.name'), value: environment.name },
              {
                label: t('settings.version'),
                value:
                  environment.version === 0
                    ? t('notDeployed')
                    : t('settings.versionText', { version: environment.version }),
              },
              ...(environment.region === undefined ? [] : [{ label: t('settings.region'), value: environment.region }]),
              ...(environment.network
                ? [{ label: t('settings.network'), value: networkWords(environment.network) }]
                : []),
              { label: t('settings.created'), value: <RelativeTime at={environment.created} /> },
              { label: t('settings.changed'), value: <RelativeTime at={environment.updated} /> },
              {
                label: t('settings.id'),
                value: (
                  <span className="flex items-center gap-1">
                    <code className="break-all font-mono text-[13px]">{environment.id}</code>
                    <CopyButton text={environment.id} label={t('settings.copyId')} />
                  </span>
                ),
              },
            ]}
          />
        </CardBody>
      </Card>
      <EnvironmentSections
        environmentId={environmentId}
        schedules={schedules}
        closed={role ?? going}
        onDelete={() => setDialog('delete')}
      />
      <RenameEnvironment
        environment={environment}
        open={dialog === 'rename'}
        onOpenChange={(open) => setDialog(open ? 'rename' : null)}
      />
      <DeleteEnvironment
        environment={environment}
        open={dialog === 'delete'}
        onOpenChange={(open) => setDialog(open ? 'delete' : null)}
        onDeleted={() => router.push('/environments')}
      />
    </>
  );
}

function networkWords({ name, cidr }: { name: string; cidr: string | null }): string {
  return cidr === null ? name : `${name} (${cidr})`;
}
