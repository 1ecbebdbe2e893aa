import {
  CircleCheck,
  CircleDashed,
  CircleStop,
  Clock,
  LoaderCircle,
  Moon,
  OctagonX,
  TriangleAlert,
} from 'lucide-react';
import { cn } from '@/components/ui/class-names';
import type { UnitState } from '@/lib/model/unit-state';

const ICONS = {
  draft: CircleDashed,
  waiting: Clock,
  running: LoaderCircle,
  ready: CircleCheck,
  stopped: CircleStop,
  suspended: Moon,
  attention: TriangleAlert,
  failed: OctagonX,
} as const;

const COLOURS: Record<UnitState, string> = {
  draft: 'text-draft-solid',
  waiting: 'text-waiting-solid',
  running: 'text-running-solid',
  ready: 'text-ready-solid',
  stopped: 'text-stopped-solid',
  suspended: 'text-suspended-solid',
  attention: 'text-attention-solid',
  failed: 'text-failed-solid',
};

/** The shape of a state: each state has its own, so that colour is never all there is. Only what runs moves. */
export function StatusIcon({
  state,
  className,
  inherit = false,
}: {
  state: UnitState;
  className?: string;
  /** take the colour of the words around it */
  inherit?: boolean;
}) {
  const Icon = ICONS[state];
  return (
    <Icon
      aria-hidden
      className={cn(
        'size-4 shrink-0',
        !inherit && COLOURS[state],
        state === 'running' && 'animate-spin motion-reduce:animate-none',
        className,
      )}
    />
  );
}
