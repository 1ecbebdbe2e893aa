import { useTranslations } from 'next-intl';
import { cn } from './class-names';
import { CopyButton } from './copy-button';

/** Text for machines or from them, kept as it is. */
export function CodeBlock({ text, label, className }: { text: string; label: string; className?: string }) {
  const t = useTranslations('ui');
  return (
    <div className={cn('relative rounded-lg border border-line bg-sunken', className)}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-lg p-3 pr-12"
      >
        <pre className="whitespace-pre-wrap break-words font-mono text-[13px] leading-5">{text}</pre>
      </section>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={text} label={t('copyOf', { label })} />
      </div>
    </div>
  );
}
