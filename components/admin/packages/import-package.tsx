'use client';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const ImportPackageDialog = onDemand<ComponentProps<typeof import('./import-package-dialog').ImportPackageDialog>>(
  async () => (await import('./import-package-dialog')).ImportPackageDialog,
);

/** The button that takes a package into the catalog, with its dialog. */
export function ImportPackage() {
  const t = useTranslations('admin.packages.import');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FileUp aria-hidden />
        {t('open')}
      </Button>
      {open && <ImportPackageDialog onClose={() => setOpen(false)} />}
    </>
  );
}
