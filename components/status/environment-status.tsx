import type { EnvironmentStatus } from '@/lib/model/environment';
import { StatusBadge } from './status-badge';
import { environmentWords } from './status-words';

export function EnvironmentStatusBadge({ status, serviceCount }: { status: EnvironmentStatus; serviceCount: number }) {
  const { state, word, sentence } = environmentWords(status, serviceCount);
  return <StatusBadge state={state} word={word} hint={sentence} />;
}
