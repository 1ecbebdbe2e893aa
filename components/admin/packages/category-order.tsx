'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const CategoryOrderDialog = onDemand<{ open: boolean; onClose: () => void }>(
  async () => (await import('./category-order-dialog')).CategoryOrderDialog,
);

/** Opens the order of the catalog's categories. */
export function CategoryOrder() {
  const t = useTranslations('admin.packages');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('categories')}</Button>
      <CategoryOrderDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
