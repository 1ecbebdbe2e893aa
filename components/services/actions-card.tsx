'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { onDemand } from '@/components/ui/on-demand';
import { useServiceActions } from '@/lib/client/actions';
import type { ObjectAction } from '@/lib/model/object-actions';

const StartAction = onDemand<ComponentProps<typeof import('./start-action').StartAction>>(
  async () => (await import('./start-action')).StartAction,
);

/** What the package of a service offers to do with it; nothing where it offers nothing. */
export function ActionsCard({
  environmentId,
  serviceId,
  reason,
}: {
  environmentId: string;
  serviceId: string;
  /** why nothing can be started now; null when something can */
  reason: string | null;
}) {
  const t = useTranslations('services.objectActions');
  const actions = useServiceActions(environmentId, serviceId).data ?? [];
  const [asked, setAsked] = useState<ObjectAction | null>(null);
  if (actions.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('title')} />
      <CardBody>
        <ul className="flex flex-col gap-3">
          {actions.map((action) => (
            <li key={action.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                <p className="break-words font-medium">
                  {action.objectId === serviceId ? action.title : t('of', { title: action.title, name: action.object })}
                </p>
                {action.description !== '' && <p className="text-ink-muted">{action.description}</p>}
              </div>
              <Button size="sm" disabledReason={reason} onClick={() => setAsked(action)}>
                <Play aria-hidden />
                {t('start')}
                <span className="sr-only"> {action.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      </CardBody>
      {asked && <StartAction environmentId={environmentId} action={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}
