import { useTranslations } from 'next-intl';
import type { Loss } from '@/lib/model/loss';

/** What is lost, by name, under what becomes of it. */
export function LossList({ losses }: { losses: readonly Loss[] }) {
  const t = useTranslations('forms.losses');
  return (['remove', 'replace'] as const).map((how) => {
    const names = losses.filter((loss) => loss.how === how).map(({ name }) => name);
    if (names.length === 0) return null;
    const sorted = names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return (
      <div key={how}>
        <p>{t(how, { count: names.length })}</p>
        <ul className="mt-1 flex flex-wrap gap-1.5">
          {sorted.map((name) => (
            <li
              key={name}
              className="break-all rounded border border-failed-border bg-failed-bg px-1.5 font-medium text-failed-text"
            >
              {name}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
