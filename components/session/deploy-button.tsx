'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useState } from 'react';
import { useDeployWords } from '@/components/forms/losses/use-deploy-words';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { type ExpectedLoss, mustAsk } from '@/lib/model/loss';

const DestroyDialog = onDemand<ComponentProps<typeof import('@/components/forms/losses/destroy-dialog').DestroyDialog>>(
  async () => (await import('@/components/forms/losses/destroy-dialog')).DestroyDialog,
);

/** The one button that deploys a draft. What destroys data it says in red, and asks for the environment's name. */
export function DeployButton({
  environment,
  changes,
  loss,
  revision,
  pending,
  reading,
  reason,
  onDeploy,
}: {
  environment: { name: string; version: number };
  changes: number;
  loss: ExpectedLoss;
  /** of the draft that is looked at */
  revision: number;
  /** a deploy was asked for */
  pending: boolean;
  /** what it would do is being read: a press counts once it is known that nothing has changed */
  reading: boolean;
  /** why it cannot be deployed now */
  reason: string | null;
  onDeploy: () => void;
}) {
  const t = useTranslations('session.review');
  const words = useDeployWords(loss);
  const [asking, setAsking] = useState(false);
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  const destroys = mustAsk(loss, environment.version);
  const press = destroys ? () => setAsking(true) : onDeploy;
  useEffect(() => {
    if (pressedAt === null || reading || pending) return;
    setPressedAt(null);
    if (pressedAt === revision && reason === null) press();
  }, [pressedAt, reading, pending, revision, reason, press]);
  return (
    <>
      <Button
        variant={destroys ? 'danger' : 'primary'}
        size="lg"
        pending={pending || reading}
        onPendingPress={reading && !pending ? () => setPressedAt(revision) : undefined}
        disabledReason={reason}
        onClick={press}
        className="min-w-0 max-sm:px-3.5"
      >
        {destroys ? words.deploy : t('deploy', { count: changes })}
      </Button>
      {destroys && (
        <DestroyDialog
          environmentName={environment.name}
          loss={loss}
          open={asking && reason === null}
          onOpenChange={setAsking}
          onConfirm={() => {
            setAsking(false);
            onDeploy();
          }}
        />
      )}
    </>
  );
}
