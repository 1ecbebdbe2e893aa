'use client';
import { CircleHelp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Popover } from '@/components/ui/popover';
import { termIn } from '@/lib/model/guide';
import { useGuide } from './guide-context';

/**
 * Explains the word of a text that a beginner cannot know, beside the text; nothing when packages explain none of it.
 *
 * @param labelId id of the element with the text: what the button is about for those who do not see it
 */
export function TermHint({ of, labelId }: { of: string; labelId?: string }) {
  const t = useTranslations('ui');
  const term = termIn(of, useGuide().terms);
  if (term === null) return null;
  return (
    <Popover
      title={term.title}
      trigger={
        <button
          type="button"
          aria-label={t('whatIsThis')}
          aria-describedby={labelId}
          className="-my-1 inline-grid size-6 shrink-0 place-items-center rounded-full align-middle text-ink-muted hover:text-accent-ink"
        >
          <CircleHelp aria-hidden className="size-4" />
        </button>
      }
    >
      <p className="text-[13px]">{term.text}</p>
    </Popover>
  );
}
