'use client';
import type { DeploymentState, DeploymentStatus } from '@/lib/model/states';
import { StatusBadge } from './status-badge';
import { useStatusWords } from './status-words';

export function DeploymentStatusBadge({ status, state }: { status: DeploymentStatus; state?: DeploymentState }) {
  const words = useStatusWords().deployment(status, state);
  return <StatusBadge state={words.state} word={words.word} hint={words.sentence} />;
}
