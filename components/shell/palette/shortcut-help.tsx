'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Keys } from '@/components/ui/command-list';
import { Dialog } from '@/components/ui/dialog';
import { singleKeyShortcuts } from '@/lib/client/single-key-shortcuts';
import { PLACE_KEYS } from './places';

/** Which keys do what, and the way to switch single ones off. */
export function ShortcutHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('shell.shortcuts');
  const [on, setOn] = useState(singleKeyShortcuts.on);
  const rows: [string, string[]][] = [
    [t('palette'), ['Ctrl', 'K']],
    [t('help'), ['?']],
    [t('search'), ['/']],
    [t('home'), [...PLACE_KEYS.home]],
    [t('environments'), [...PLACE_KEYS.environments]],
    [t('templates'), [...PLACE_KEYS.templates]],
    [t('catalog'), [...PLACE_KEYS.catalog]],
    [t('topology'), [...PLACE_KEYS.topology]],
    [t('services'), [...PLACE_KEYS.services]],
    [t('history'), [...PLACE_KEYS.history]],
    [t('deploy'), [...PLACE_KEYS.deploy]],
    [t('presenter'), ['p']],
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} size="sm">
      <dl className="divide-y divide-line">
        {rows.map(([what, keys]) => (
          <div key={what} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-line border-t pt-4">
        <Checkbox
          label={t('single')}
          help={t('singleHelp')}
          checked={on}
          onCheckedChange={(next) => {
            setOn(next);
            singleKeyShortcuts.set(next);
          }}
        />
      </div>
    </Dialog>
  );
}
