'use client';
import { FlaskConical } from 'lucide-react';
import { Popover } from '@/components/ui/popover';
import { useMe } from './me-context';

/** Says plainly when no real machine is behind what is shown. */
export function SimulatedLabel() {
  const { cloud } = useMe();
  if (!cloud.simulated) return null;
  return (
    <Popover
      side="top"
      align="start"
      title="These machines are simulated"
      trigger={
        <button
          type="button"
          className="flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 text-left text-[13px] text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
        >
          <FlaskConical aria-hidden className="size-4 shrink-0" />
          Machines are simulated
        </button>
      }
    >
      <p className="text-ink-muted">
        Vetro runs on its built-in cloud here. Templates, plans and results are the real ones; the Windows machines that
        carry them out are played by this server.
      </p>
    </Popover>
  );
}
