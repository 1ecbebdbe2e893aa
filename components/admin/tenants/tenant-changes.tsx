'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Confirm } from '@/components/ui/confirm';
import { onDemand } from '@/components/ui/on-demand';
import { useToast } from '@/components/ui/toast';
import { useChangeQuota, useChangeTenant, useCreateTenant } from '@/lib/client/administration';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import type { AdminTenant } from '@/lib/model/administration';

const QuotaDialog = onDemand<ComponentProps<typeof import('./quota-dialog').QuotaDialog>>(
  async () => (await import('./quota-dialog')).QuotaDialog,
);

const TenantDialog = onDemand<ComponentProps<typeof import('./tenant-dialog').TenantDialog>>(
  async () => (await import('./tenant-dialog')).TenantDialog,
);

/** Makes a tenant (null), or renames one. Mounted while it is open. */
export function StoreTenant({ tenant, onClose }: { tenant: AdminTenant | null; onClose: () => void }) {
  const creating = useCreateTenant();
  const changing = useChangeTenant();
  const done = useDone(onClose);
  return (
    <TenantDialog
      tenant={tenant}
      pending={creating.isPending || changing.isPending}
      error={creating.error ?? changing.error}
      onSubmit={(input) =>
        onSuccess(
          tenant ? changing.mutateAsync({ tenantId: tenant.id, ...input }) : creating.mutateAsync(input),
          ({ name }) => done(name),
        )
      }
      onClose={onClose}
    />
  );
}

/** Gives a tenant limits of its own; nothing where the cloud keeps none. Mounted while it is open. */
export function ChangeQuota({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const limiting = useChangeQuota();
  const done = useDone(onClose);
  if (!tenant.quota) return null;
  return (
    <QuotaDialog
      tenant={tenant}
      quota={tenant.quota}
      pending={limiting.isPending}
      error={limiting.error}
      onSubmit={(limits) => onSuccess(limiting.mutateAsync({ tenantId: tenant.id, limits }), () => done(tenant.name))}
      onClose={onClose}
    />
  );
}

/** Disables a tenant, or enables one that is disabled, after asking. Mounted while it is open. */
export function SwitchTenant({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const t = useTranslations('admin.tenants');
  const changing = useChangeTenant();
  const done = useDone(onClose);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t(tenant.enabled ? 'disableTitle' : 'enableTitle', { name: tenant.name })}
      confirmLabel={t(tenant.enabled ? 'disable' : 'enable')}
      pending={changing.isPending}
      error={sentenceOf(changing.error)}
      onConfirm={() =>
        onSuccess(changing.mutateAsync({ tenantId: tenant.id, enabled: !tenant.enabled }), () => done(tenant.name))
      }
    >
      <p>{t(tenant.enabled ? 'disableSentence' : 'enableSentence')}</p>
    </Confirm>
  );
}

/** Closes, and tells that a tenant was saved. */
function useDone(onClose: () => void): (name: string) => void {
  const t = useTranslations('admin.tenants');
  const toast = useToast();
  return (name) => {
    onClose();
    toast.success(t('saved', { name }));
  };
}
