import { hostNamesOf } from '@/lib/model/windows-rules';

const SHOWN = 3;

/** What machines will be called. */
export function HostNames({ pattern, count }: { pattern: string; count: number }) {
  if (pattern === '') {
    return <p className="text-[13px] text-ink-muted">Left empty, each machine gets a name made up for it.</p>;
  }
  const names = hostNamesOf(pattern, count);
  const rest = names.length - SHOWN;
  return (
    <p className="text-[13px] text-ink-muted">
      {names.length > 1 ? 'Machines will be called ' : 'The machine will be called '}
      <span className="break-all font-mono text-ink">{names.slice(0, SHOWN).join(', ')}</span>
      {rest > 0 && ` and ${rest} more`}
    </p>
  );
}
