'use client';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { Dock } from '@/components/ui/dock';
import { LinkButton } from '@/components/ui/link';
import type { ExpectedLoss } from '@/lib/model/loss';
import { DeployButton } from './deploy-button';
import { DiscardDraft } from './discard-draft';
import { RehearseButton } from './rehearsal/rehearse-button';

/** The bar at the bottom edge that is in sight however long the review is: go on, discard, deploy. */
export function ReviewActions({
  environment,
  sessionId,
  revision,
  hosts,
  changes,
  loss,
  pending,
  reading,
  reason,
  onDeploy,
  onDiscarded,
}: {
  environment: { id: string; name: string; version: number };
  sessionId: string;
  /** of the draft that is looked at */
  revision: number;
  /** host names of the machines that there are, and of those that come */
  hosts: readonly string[];
  changes: number;
  loss: ExpectedLoss;
  /** a deploy was asked for */
  pending: boolean;
  /** what it would do is being read */
  reading: boolean;
  /** why it cannot be deployed now */
  reason: string | null;
  onDeploy: () => void;
  onDiscarded: () => void;
}) {
  const t = useTranslations('session.review');
  const { cloud } = useMe();
  return (
    <Dock label={t('actions')} className="-mx-4 mt-auto -mb-6 sm:-mx-8">
      <LinkButton variant="ghost" href={`/environments/${environment.id}/services`} className="max-sm:hidden">
        {t('goOn')}
      </LinkButton>
      <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:justify-between max-sm:[&>:last-child]:flex-1 sm:ml-auto sm:gap-2">
        <DiscardDraft
          environmentId={environment.id}
          sessionId={sessionId}
          changes={changes}
          onDiscarded={onDiscarded}
        />
        {cloud.simulated && (
          <RehearseButton
            environmentId={environment.id}
            sessionId={sessionId}
            revision={revision}
            hosts={hosts}
            pending={pending}
            reason={reason}
          />
        )}
        <DeployButton
          environment={environment}
          changes={changes}
          loss={loss}
          revision={revision}
          pending={pending}
          reading={reading}
          reason={reason}
          onDeploy={onDeploy}
        />
      </div>
    </Dock>
  );
}
