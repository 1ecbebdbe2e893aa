'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Confirm } from '@/components/ui/confirm';
import { onDemand } from '@/components/ui/on-demand';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useChangeServer, useCreateEnrolmentCode, useRemoveServer, useRenewServerIdentity } from '@/lib/client/servers';
import type { Server } from '@/lib/model/servers';

const EnrolDialog = onDemand<ComponentProps<typeof import('./enrol-dialog').EnrolDialog>>(
  async () => (await import('./enrol-dialog')).EnrolDialog,
);

const RenewDialog = onDemand<ComponentProps<typeof import('./renew-dialog').RenewDialog>>(
  async () => (await import('./renew-dialog')).RenewDialog,
);

const ServerDialog = onDemand<ComponentProps<typeof import('./server-dialog').ServerDialog>>(
  async () => (await import('./server-dialog')).ServerDialog,
);

/** Makes a code that enrols servers. Mounted while it is open. */
export function EnrolServers({ onClose }: { onClose: () => void }) {
  const creating = useCreateEnrolmentCode();
  return (
    <EnrolDialog
      made={creating.data ?? null}
      pending={creating.isPending}
      error={creating.error}
      onSubmit={(input) => onSuccess(creating.mutateAsync(input), () => undefined)}
      onClose={onClose}
    />
  );
}

/** Makes a code with which the agent of a server gets a new identity. Mounted while it is open. */
export function RenewServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const renewing = useRenewServerIdentity();
  return (
    <RenewDialog
      name={server.name}
      made={renewing.data ?? null}
      pending={renewing.isPending}
      error={renewing.error}
      onSubmit={() => onSuccess(renewing.mutateAsync(server.id), () => undefined)}
      onClose={onClose}
    />
  );
}

/** Changes what is kept of a server. Mounted while it is open. */
export function ChangeServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const t = useTranslations('admin.servers');
  const toast = useToast();
  const changing = useChangeServer();
  return (
    <ServerDialog
      server={server}
      pending={changing.isPending}
      error={changing.error}
      onSubmit={(input) =>
        onSuccess(changing.mutateAsync({ serverId: server.id, ...input }), ({ name }) => {
          onClose();
          toast.success(t('saved', { name }));
        })
      }
      onClose={onClose}
    />
  );
}

/** Takes a server out, after asking. Mounted while it is open. */
export function RemoveServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const t = useTranslations('admin.servers');
  const toast = useToast();
  const removing = useRemoveServer();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('removeTitle', { name: server.name })}
      confirmLabel={t('remove')}
      pending={removing.isPending}
      error={sentenceOf(removing.error)}
      onConfirm={() =>
        onSuccess(removing.mutateAsync(server), () => {
          onClose();
          toast.success(t('removed', { name: server.name }));
        })
      }
    >
      <p>
        {server.machine
          ? t('removeTakenSentence', { host: server.machine.host, tenant: server.machine.tenant })
          : t('removeSentence')}
      </p>
    </Confirm>
  );
}
