'use client';
import { Play, RotateCw, Square, Stethoscope, Wrench } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { Service } from '@/lib/model/environment';
import { planUnits, type UnitWorkflow } from '@/lib/model/runs/unit-plan';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { StartWorkflow } from './start-workflow';

const OFFERED = [
  { workflow: 'restart', Icon: RotateCw },
  { workflow: 'stop', Icon: Square },
  { workflow: 'start', Icon: Play },
  { workflow: 'check_status', Icon: Stethoscope },
  { workflow: 'heal', Icon: Wrench },
] as const;

/** What can be done with the machines of a service that is deployed; what makes no sense now says why. */
export function WorkflowsCard({
  environmentId,
  service,
  type,
  reason,
}: {
  environmentId: string;
  /** as it is deployed */
  service: ServiceView;
  type: ServiceType;
  /** why nothing can be done now; null when something can */
  reason: string | null;
}) {
  const t = useTranslations('services.workflows');
  const [asked, setAsked] = useState<UnitWorkflow | null>(null);
  const refusal = (workflow: UnitWorkflow): string | null => {
    const model = { services: [service as unknown as Service] };
    const plan = planUnits(workflow, model, { entity: 'environment' }, () => type.operations ?? []);
    if (plan.some(({ does }) => does !== 'nothing')) return null;
    return t(`because.${plan[0]?.because ?? 'notDeployed'}`);
  };
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description')} />
      <CardBody>
        <ul className="flex flex-col gap-3">
          {OFFERED.map(({ workflow, Icon }) => (
            <li key={workflow} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 text-ink-muted">{t(`about.${workflow}`)}</p>
              <Button size="sm" disabledReason={reason ?? refusal(workflow)} onClick={() => setAsked(workflow)}>
                <Icon aria-hidden />
                {t(workflow)}
              </Button>
            </li>
          ))}
        </ul>
      </CardBody>
      {asked && (
        <StartWorkflow
          environmentId={environmentId}
          service={{ id: service.id, name: service.name }}
          workflow={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
