'use client';
import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { onDemand } from '@/components/ui/on-demand';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

const ResizeDialog = onDemand<ComponentProps<typeof import('./resize-dialog').ResizeDialog>>(
  async () => (await import('./resize-dialog')).ResizeDialog,
);

/** More or fewer machines of a deployed service, at once; nothing where their number is fixed. */
export function ScaleMenu({
  environment,
  service,
  type,
  reason,
}: {
  environment: { id: string; name: string };
  /** as it is deployed */
  service: ServiceView;
  type: ServiceType;
  /** why nothing can be done now; null when something can */
  reason: string | null;
}) {
  const t = useTranslations('services.resize');
  const [asked, setAsked] = useState<'grow' | 'shrink' | null>(null);
  const { min, max, managed } = type.units;
  if (managed || max <= 1) return null;
  const least = Math.max(1, min);
  const count = service.units.length;
  return (
    <>
      <Menu trigger={<Button disabledReason={reason}>{t('title.card')}</Button>} className="max-w-80">
        <MenuItem
          icon={<Plus aria-hidden />}
          hint={t('about.grow')}
          disabledReason={count >= max ? t('full', { max }) : null}
          onSelect={() => setAsked('grow')}
        >
          {t('grow')}
        </MenuItem>
        <MenuItem
          icon={<Minus aria-hidden />}
          hint={t('about.shrink')}
          disabledReason={count <= least ? t('least', { min: least }) : null}
          onSelect={() => setAsked('shrink')}
        >
          {t('shrink')}
        </MenuItem>
      </Menu>
      {asked && (
        <ResizeDialog
          environment={environment}
          service={service}
          type={type}
          what={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
