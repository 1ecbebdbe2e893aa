'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useCategories, useOrderCategories } from '@/lib/client/packages';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';

/** The categories of the catalog, to be moved up and down. */
export function CategoryOrderDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('admin.packages');
  const inWords = useCatalogWords();
  const toast = useToast();
  const categories = useCategories();
  const order = useOrderCategories();
  /** as moved so far; null: as they stand */
  const [moved, setMoved] = useState<string[] | null>(null);
  const names = moved ?? categories.data?.map(({ name }) => name) ?? [];
  const close = () => {
    setMoved(null);
    order.reset();
    onClose();
  };
  const move = (at: number, by: -1 | 1) => {
    const next = [...names];
    const [taken] = next.splice(at, 1);
    if (taken !== undefined) next.splice(at + by, 0, taken);
    setMoved(next);
  };
  const save = () =>
    onSuccess(order.mutateAsync(names), () => {
      toast.success(t('ordered'));
      close();
    });

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t('categories')}
      description={t('categoriesHint')}
      size="sm"
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button variant="primary" pending={order.isPending} disabled={moved === null} onClick={save}>
            {t('saveOrder')}
          </Button>
        </>
      }
    >
      {order.error !== null && <Notice tone="failed">{sentenceOf(order.error)}</Notice>}
      <QueryResult of={categories}>
        {() => (
          <ol aria-label={t('categories')} className="divide-y divide-line">
            {names.map((name, at) => (
              <li key={name} className="flex items-center gap-2 py-1.5">
                <span className="min-w-0 flex-1 break-words">{inWords(name)}</span>
                <IconButton label={t('up', { name: inWords(name) })} disabled={at === 0} onClick={() => move(at, -1)}>
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={t('down', { name: inWords(name) })}
                  disabled={at === names.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
              </li>
            ))}
          </ol>
        )}
      </QueryResult>
    </Dialog>
  );
}
