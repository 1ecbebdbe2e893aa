'use client';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const ImportDialog = onDemand<ComponentProps<typeof import('./import-dialog').ImportDialog>>(
  async () => (await import('./import-dialog')).ImportDialog,
);

/** The button that makes an environment from a file, with its dialog. */
export function ImportEnvironment() {
  const t = useTranslations('templates.import');
  const [open, setOpen] = useState(false);
  const reason = useRoleReason();
  return (
    <>
      <Button disabledReason={reason} onClick={() => setOpen(true)}>
        <FileUp aria-hidden />
        {t('open')}
      </Button>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
