'use client';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';

/** Classes beneath those that they extend; one that extends several stands beneath each. */
export function ClassTree({
  hierarchy,
  own,
}: {
  hierarchy: Readonly<Record<string, readonly string[]>>;
  /** the classes of the package itself, among others above them */
  own: readonly string[];
}) {
  const t = useTranslations('catalog.details');
  const names = Object.keys(hierarchy).sort();
  const roots = names.filter((name) => hierarchy[name]?.length === 0);
  if (roots.length === 0) return null;
  const heirsOf = (name: string) => names.filter((one) => hierarchy[one]?.includes(name));
  const branch = (name: string) => {
    const heirs = heirsOf(name);
    const isOwn = own.includes(name);
    return (
      <li key={name} className="relative">
        <span
          className={cn(
            'inline-block max-w-full break-all rounded-md border px-2 py-1 font-mono text-xs',
            isOwn ? 'border-accent-line bg-accent-soft text-accent-ink' : 'border-line bg-sunken text-ink-muted',
          )}
        >
          {name}
          {isOwn && <span className="sr-only"> ({t('own')})</span>}
        </span>
        {heirs.length > 0 && (
          <ul className="mt-2 ml-3 flex flex-col gap-2 border-line border-l pl-4">{heirs.map(branch)}</ul>
        )}
      </li>
    );
  };
  return (
    <section aria-label={t('drawn')}>
      <ul className="flex flex-col gap-2">{roots.map(branch)}</ul>
    </section>
  );
}
