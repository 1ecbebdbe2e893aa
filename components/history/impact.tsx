'use client';
import { CirclePlus, RefreshCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useChangeWords } from '@/components/status/change-words';
import { cn } from '@/components/ui/class-names';
import type { ChangeImpact, ModelChange } from '@/lib/model/diff';

const FACES: Record<ChangeImpact, { icon: typeof CirclePlus; colour: string }> = {
  create: { icon: CirclePlus, colour: 'text-ready-text' },
  settings: { icon: SlidersHorizontal, colour: 'text-running-text' },
  replace: { icon: RefreshCw, colour: 'text-attention-text' },
  remove: { icon: Trash2, colour: 'text-failed-text' },
};

/** One change as a sentence, with a shape that tells what it means for machines. */
export function ChangeSentence({
  environmentId,
  change,
  dense = false,
}: {
  environmentId: string;
  change: ModelChange;
  dense?: boolean;
}) {
  const words = useChangeWords(environmentId);
  const t = useTranslations('history.impact');
  const { icon: Icon, colour } = FACES[change.impact];
  return (
    <li className={cn('flex items-start gap-2.5', dense ? 'py-0.5' : 'px-4 py-2.5 sm:px-5')}>
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', colour)} />
      <span className="min-w-0 flex-1 break-words">{words(change)}</span>
      {dense ? (
        <span className="sr-only">{t(change.impact)}</span>
      ) : (
        <span className={cn('shrink-0 font-medium text-xs leading-5', colour)}>{t(change.impact)}</span>
      )}
    </li>
  );
}
