'use client';
import type { DeploymentStatus, RunState } from '@/lib/model/states';
import { StatusBadge } from './status-badge';
import { useStatusWords } from './status-words';

export function DeploymentStatusBadge({ status, state }: { status: DeploymentStatus; state?: RunState }) {
  const words = useStatusWords().deployment(status, state);
  return <StatusBadge state={words.state} word={words.word} hint={words.sentence} />;
}
