'use client';
import type { DeploymentOutcome, EnvironmentStatus } from '@/lib/model/states';
import { StatusBadge } from './status-badge';
import { useStatusWords } from './status-words';

export function EnvironmentStatusBadge({
  status,
  serviceCount,
  lastOutcome,
}: {
  status: EnvironmentStatus;
  serviceCount: number;
  /** how its newest deployment ended: one that was stopped is not called a failure */
  lastOutcome: DeploymentOutcome | null;
}) {
  const { state, word, sentence } = useStatusWords().environment(status, serviceCount, lastOutcome);
  return <StatusBadge state={state} word={word} hint={sentence} />;
}
