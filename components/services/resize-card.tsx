'use client';
import { Minus, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { onDemand } from '@/components/ui/on-demand';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import type { Resizing } from './resize-dialog';

const ResizeDialog = onDemand<ComponentProps<typeof import('./resize-dialog').ResizeDialog>>(
  async () => (await import('./resize-dialog')).ResizeDialog,
);

const OFFERED = [
  { what: 'grow', Icon: Plus },
  { what: 'shrink', Icon: Minus },
  { what: 'uninstall', Icon: Trash2 },
] as const;

/** More or fewer machines of a service that is deployed, at once and without a draft; what makes no sense says why. */
export function ResizeCard({
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
  const [asked, setAsked] = useState<Resizing | null>(null);
  const { min, max, managed } = type.units;
  const fixed = managed ? t('managed') : max === 0 ? t('machineless') : max === 1 ? t('single') : null;
  const refusals: Record<Resizing, string | null> = {
    grow: fixed ?? (service.units.length >= max ? t('full', { max }) : null),
    shrink: fixed ?? (service.units.length <= Math.max(1, min) ? t('least', { min: Math.max(1, min) }) : null),
    uninstall: null,
  };
  return (
    <Card>
      <CardHeader title={t('title.card')} description={t('about.card')} />
      <CardBody>
        <ul className="flex flex-col gap-3">
          {OFFERED.map(({ what, Icon }) => (
            <li key={what} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 flex-1 basis-48 text-ink-muted">{t(`about.${what}`)}</p>
              <Button size="sm" disabledReason={reason ?? refusals[what]} onClick={() => setAsked(what)}>
                <Icon aria-hidden />
                {t(what)}
              </Button>
            </li>
          ))}
        </ul>
      </CardBody>
      {asked && (
        <ResizeDialog
          environment={environment}
          service={service}
          type={type}
          what={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
