import { CirclePlus, RefreshCw, SlidersHorizontal, Trash2, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useChangeWords } from '@/components/status/change-words';
import { cn } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import type { ChangeImpact, ModelChange } from '@/lib/model/diff';

const FACES: Record<ChangeImpact, { icon: typeof CirclePlus; colour: string }> = {
  create: { icon: CirclePlus, colour: 'text-accent-ink' },
  settings: { icon: SlidersHorizontal, colour: 'text-running-text' },
  replace: { icon: RefreshCw, colour: 'text-attention-text' },
  remove: { icon: Trash2, colour: 'text-failed-text' },
};

/** One change in the words of the diff, with what it means for machines and, in one's own draft, a way back. */
export function ChangeItem({
  environmentId,
  change,
  onUndo,
}: {
  environmentId: string;
  change: ModelChange;
  onUndo: (() => void) | null;
}) {
  const sentence = useChangeWords(environmentId)(change);
  const t = useTranslations('session.diff');
  const { icon: Icon, colour } = FACES[change.impact];
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Icon aria-hidden className={cn('size-4 shrink-0 self-start mt-2.5', colour)} />
      <p className="min-w-0 flex-1 break-words py-1.5">
        {sentence} <span className={cn('font-medium text-xs', colour)}>{t(`impact.${change.impact}`)}</span>
      </p>
      {onUndo && (
        <IconButton label={t('undo', { change: sentence })} size="sm" onClick={onUndo}>
          <Undo2 aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
