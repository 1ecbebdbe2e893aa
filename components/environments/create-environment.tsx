'use client';
import { Plus } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useCreateEnvironment } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';

const NewEnvironmentDialog = onDemand<ComponentProps<typeof import('./new-environment-dialog').NewEnvironmentDialog>>(
  async () => (await import('./new-environment-dialog')).NewEnvironmentDialog,
);

interface Creation {
  /** goes on every button that begins it */
  button: { disabledReason: string | null; onClick: () => void };
  /** stands where no change of the page takes it away: somebody may be typing */
  dialog: ReactNode;
}

/** The dialog that makes an environment, which then opens. The palette leads here with the request in the address. */
export function useEnvironmentCreation(): Creation {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const reason = useRoleReason();
  const create = useCreateEnvironment();
  const path = usePathname();
  const isRequested = useSearchParams().get('new') === '1';
  useEffect(() => {
    if (!isRequested) return;
    if (reason === null) setOpen(true);
    router.replace(path);
  }, [isRequested, reason, path, router]);
  return {
    button: {
      disabledReason: reason,
      onClick: () => {
        create.reset();
        setOpen(true);
      },
    },
    dialog: (
      <NewEnvironmentDialog
        open={open}
        onOpenChange={setOpen}
        pending={create.isPending || create.isSuccess}
        error={create.error}
        onSubmit={(asked) =>
          onSuccess(create.mutateAsync(asked), (environment) => router.push(`/environments/${environment.id}`))
        }
      />
    ),
  };
}

/** A button that begins it. */
export function CreateEnvironmentButton({
  button,
  label,
  variant = 'primary',
}: {
  button: Creation['button'];
  label?: string;
  variant?: 'primary' | 'secondary';
}) {
  const t = useTranslations('environments.create');
  return (
    <Button variant={variant} {...button}>
      <Plus aria-hidden />
      {label ?? t('button')}
    </Button>
  );
}

/** The button with its dialog beside it, where the button stays as long as its page. */
export function CreateEnvironment(look: { label?: string; variant?: 'primary' | 'secondary' }) {
  const { button, dialog } = useEnvironmentCreation();
  return (
    <>
      <CreateEnvironmentButton button={button} {...look} />
      {dialog}
    </>
  );
}
