'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { DestroyDialog } from '@/components/forms/losses/destroy-dialog';
import type { DeployForecast } from '@/lib/client/deploy-forecast';
import { useEnvironment } from '@/lib/client/environments';
import { useDeploySession, useDiscardSession } from '@/lib/client/sessions';
import { mustAsk } from '@/lib/model/loss';

/** A deployment that asks first about what it destroys. */
export interface ConfirmedDeploy {
  /** deploys, or asks; what was refused before is forgotten */
  begin(forecast: DeployForecast): void;
  reset(): void;
  isPending: boolean;
  /** whether somebody is being asked */
  isAsking: boolean;
  error: Error | null;
  /** the question, where there is one: drawn somewhere beside the button */
  dialog: ReactNode;
}

/**
 * Deploys a draft that was opened for this alone, and leads to its run. What that destroys is named and asked about
 * first; whoever does not want it is left without the draft.
 */
export function useConfirmedDeploy(environmentId: string): ConfirmedDeploy {
  const router = useRouter();
  const environment = useEnvironment(environmentId);
  const discard = useDiscardSession(environmentId);
  const deploy = useDeploySession(environmentId);
  const [asked, setAsked] = useState<DeployForecast | null>(null);
  const run = useMutation({
    mutationFn: ({ sessionId, revision }: DeployForecast) => deploy.mutateAsync({ sessionId, revision }),
    onSuccess: ({ deployment_id }) => router.push(`/environments/${environmentId}/deployments/${deployment_id}`),
  });
  return {
    begin: (forecast) =>
      mustAsk(forecast.loss, environment.data?.version ?? 1) ? setAsked(forecast) : run.mutate(forecast),
    reset: run.reset,
    isPending: run.isPending,
    isAsking: asked !== null,
    error: run.error,
    dialog: asked && environment.data && (
      <DestroyDialog
        environmentName={environment.data.name}
        loss={asked.loss}
        open
        onOpenChange={(open) => {
          if (open) return;
          setAsked(null);
          discard.mutate(asked.sessionId);
        }}
        onConfirm={() => {
          setAsked(null);
          run.mutate(asked);
        }}
      />
    ),
  };
}
