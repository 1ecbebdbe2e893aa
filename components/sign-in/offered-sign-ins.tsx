import { useTranslations } from 'next-intl';
import { Avatar } from '@/components/ui/avatar';
import { cn } from '@/components/ui/class-names';
import type { OfferedSignIn } from '@/lib/model/me';

/** The people of the demo: one press fills the form. */
export function OfferedSignIns({
  signIns,
  chosen,
  onChoose,
}: {
  signIns: OfferedSignIn[];
  chosen: string;
  onChoose: (signIn: OfferedSignIn) => void;
}) {
  const t = useTranslations('signIn');
  return (
    <section aria-labelledby="demo-sign-ins" className="mt-8">
      <h2 id="demo-sign-ins" className="font-medium text-ink-muted text-[13px]">
        {t('demo')}
      </h2>
      <ul className="mt-2 flex flex-col gap-2">
        {signIns.map((signIn) => (
          <li key={signIn.name}>
            <button
              type="button"
              aria-pressed={signIn.name === chosen}
              onClick={() => onChoose(signIn)}
              className={cn(
                'flex w-full items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2.5 text-left transition-colors hover:bg-hover',
                signIn.name === chosen && 'border-accent bg-accent-soft',
              )}
            >
              <Avatar name={signIn.displayName} className="size-8 text-xs" />
              <span className="min-w-0">
                <span className="block font-medium">{signIn.displayName}</span>
                <span className="block text-[13px] text-ink-muted">{t(`people.${signIn.name}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
