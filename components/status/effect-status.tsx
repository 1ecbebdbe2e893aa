import { StatusBadge } from './status-badge';
import { type EffectState, effectWords } from './status-words';

export function EffectStatusBadge({ state }: { state: EffectState }) {
  const words = effectWords(state);
  return <StatusBadge state={words.state} word={words.word} hint={words.sentence} />;
}
