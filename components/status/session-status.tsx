import type { SessionState } from '@/lib/model/environment';
import { StatusBadge } from './status-badge';
import { sessionWords } from './status-words';

export function SessionStatusBadge({ state }: { state: SessionState }) {
  const words = sessionWords(state);
  return <StatusBadge state={words.state} word={words.word} hint={words.sentence} />;
}
