'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Facts } from '@/components/ui/facts';
import { RelativeTime } from '@/components/ui/relative-time';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { useEnvironment } from '@/lib/client/environments';
import { DeleteEnvironment } from './delete-environment';
import { RenameEnvironment } from './rename-environment';

/** What an environment is called and known by, and its end. */
export function EnvironmentSettings({ environmentId }: { environmentId: string }) {
  const router = useRouter();
  const { data: environment } = useEnvironment(environmentId);
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const role = useRoleReason();
  if (!environment) {
    return (
      <>
        <LoadingWords>The settings are being loaded</LoadingWords>
        <Skeleton className="h-44 rounded-xl" />
        <Skeleton className="h-28 rounded-xl" />
      </>
    );
  }
  const going = environment.status === 'deleting' ? 'It is being deleted already.' : null;
  return (
    <>
      <Card>
        <CardHeader
          title="General"
          actions={
            <Button disabledReason={role ?? going} onClick={() => setDialog('rename')}>
              Rename
            </Button>
          }
        />
        <CardBody>
          <Facts
            items={[
              { label: 'Name', value: environment.name },
              {
                label: 'Version',
                value:
                  environment.version === 0
                    ? 'Not deployed yet'
                    : `${environment.version}, one more with each deployment`,
              },
              { label: 'Created', value: <RelativeTime at={environment.created} /> },
              { label: 'Last change', value: <RelativeTime at={environment.updated} /> },
              {
                label: 'ID, for the API',
                value: (
                  <span className="flex items-center gap-1">
                    <code className="break-all font-mono text-[13px]">{environment.id}</code>
                    <CopyButton text={environment.id} label="Copy ID" />
                  </span>
                ),
              },
            ]}
          />
        </CardBody>
      </Card>
      <Card className="border-failed-border">
        <CardHeader
          title="Delete this environment"
          description="Deletes its machines and everything on them. The history of its deployments stays."
          actions={
            <Button variant="danger" disabledReason={role ?? going} onClick={() => setDialog('delete')}>
              Delete environment
            </Button>
          }
        />
        <CardBody className="pt-0" />
      </Card>
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
