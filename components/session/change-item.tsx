import { CirclePlus, RefreshCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { cn } from '@/components/ui/class-names';
import type { ChangeImpact, ModelChange } from '@/lib/model/diff';

const FACES: Record<ChangeImpact, { icon: typeof CirclePlus; word: string; colour: string }> = {
  create: { icon: CirclePlus, word: 'New', colour: 'text-ready-text' },
  settings: { icon: SlidersHorizontal, word: 'Settings', colour: 'text-running-text' },
  replace: { icon: RefreshCw, word: 'Set up again', colour: 'text-attention-text' },
  remove: { icon: Trash2, word: 'Removed', colour: 'text-failed-text' },
};

/** One change, in the words of the diff, with what it means for machines. */
export function ChangeItem({ change }: { change: ModelChange }) {
  const { icon: Icon, word, colour } = FACES[change.impact];
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', colour)} />
      <p className="min-w-0 flex-1 break-words">{change.sentence}</p>
      <span className={cn('shrink-0 font-medium text-xs', colour)}>{word}</span>
    </li>
  );
}
