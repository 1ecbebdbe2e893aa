'use client';
import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/link';
import type { RunView } from '@/lib/model/runs/run-view';
import { DeployAgain } from './deploy-again';

/** The way on from a run that ended early: an action is started again where it is offered, all else is deployed. */
export function GoOn({ view: { environment_id: environmentId, kind, target } }: { view: RunView }) {
  const t = useTranslations('deployments.again');
  if (kind === 'deploy' || kind === 'delete') return <DeployAgain environmentId={environmentId} />;
  const service = 'serviceId' in target ? `/${target.serviceId}` : '';
  return (
    <LinkButton variant="primary" href={`/environments/${environmentId}/services${service}`}>
      {t('service')}
    </LinkButton>
  );
}
