'use client';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { CommandList } from '@/components/ui/command-list';
import { PlainDialog } from '@/components/ui/plain-dialog';
import { useVersions } from '@/lib/client/history';
import { useMadeWords } from './use-made-words';

/** Finds any version of an environment by its number or by who made it: the server looks through all of them. */
export function FindVersion({
  environmentId,
  open,
  onOpenChange,
  onFound,
}: {
  environmentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onFound: (version: number) => void;
}) {
  const t = useTranslations('history');
  const made = useMadeWords();
  const [typed, setTyped] = useState('');
  const found = useVersions(environmentId, useDeferredValue(open ? typed : ''));
  const versions = found.data?.versions ?? [];
  return (
    <PlainDialog open={open} onOpenChange={onOpenChange} title={t('find.title')}>
      <CommandList
        label={t('find.title')}
        placeholder={t('find.placeholder')}
        empty={found.isPending ? t('find.loading') : t('find.none')}
        groups={
          versions.length === 0
            ? []
            : [
                {
                  label: t('find.versions'),
                  items: versions.map((one) => ({
                    id: one.run_id,
                    label: `${t('sides.version', { version: one.version })} · ${made(one)}`,
                    run: () => onFound(one.version),
                  })),
                },
              ]
        }
        onTyped={setTyped}
        onDone={() => onOpenChange(false)}
      />
      {found.data?.next_marker && (
        <p className="border-line border-t px-4 py-2 text-ink-muted text-xs">{t('find.more')}</p>
      )}
    </PlainDialog>
  );
}
