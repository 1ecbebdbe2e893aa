'use client';
import { Plus } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useCreateEnvironment } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';

const NameDialog = onDemand<ComponentProps<typeof import('./name-dialog').NameDialog>>(
  async () => (await import('./name-dialog')).NameDialog,
);

/** The button that makes an environment, with its dialog; the new environment opens. */
export function CreateEnvironment({
  label,
  variant = 'primary',
}: {
  label?: string;
  variant?: 'primary' | 'secondary';
}) {
  const t = useTranslations('environments.create');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const reason = useRoleReason();
  const create = useCreateEnvironment();
  const path = usePathname();
  const asked = useSearchParams().get('new') === '1';
  // The palette leads here with the request in the address; once it is read, it goes from there.
  useEffect(() => {
    if (!asked) return;
    if (reason === null) setOpen(true);
    router.replace(path);
  }, [asked, reason, path, router]);
  return (
    <>
      <Button
        variant={variant}
        disabledReason={reason}
        onClick={() => {
          create.reset();
          setOpen(true);
        }}
      >
        <Plus aria-hidden />
        {label ?? t('button')}
      </Button>
      <NameDialog
        open={open}
        onOpenChange={setOpen}
        title={t('title')}
        description={t('text')}
        submitLabel={t('button')}
        initialName=""
        pending={create.isPending || create.isSuccess}
        error={create.error}
        onSubmit={(name) =>
          onSuccess(create.mutateAsync(name), (environment) => router.push(`/environments/${environment.id}`))
        }
      />
    </>
  );
}
