'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
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
  pending,
  reason,
  onDeploy,
}: {
  environment: { name: string; version: number };
  changes: number;
  loss: ExpectedLoss;
  /** a deploy was asked for, or what it would do is being looked up */
  pending: boolean;
  /** why it cannot be deployed now */
  reason: string | null;
  onDeploy: () => void;
}) {
  const t = useTranslations('session.review');
  const words = useDeployWords(loss);
  const [asking, setAsking] = useState(false);
  const destroys = mustAsk(loss, environment.version);
  return (
    <>
      <Button
        variant={destroys ? 'danger' : 'primary'}
        size="lg"
        pending={pending}
        disabledReason={reason}
        onClick={destroys ? () => setAsking(true) : onDeploy}
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
