import type { CommandProgress, RunProgress } from './projection';

/** Commands that simulated machines have passed over because nobody can tell here what they do: each once for a machine. */
export function notExecutedIn({ commands }: RunProgress): CommandProgress[] {
  const passedOver = Object.values(commands).filter(({ executed }) => !executed);
  const found = new Map(passedOver.map((one) => [`${one.host}/${one.command}`, one]));
  return [...found.values()].sort((a, b) => a.seq - b.seq);
}
