import { Check, Circle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import { PASSWORD_MAX, PASSWORD_MIN, passwordRules, passwordStrength } from '@/lib/model/windows-rules';

const BARS = [1, 2, 3, 4] as const;
const COLOURS = ['bg-line', 'bg-failed-solid', 'bg-attention-solid', 'bg-running-solid', 'bg-ready-solid'];

/** What Windows asks of a password, ticked off while it is typed, and how hard it would be to guess. */
export function PasswordGuide({ password, accounts }: { password: string; accounts: readonly string[] }) {
  const t = useTranslations('forms');
  const strength = passwordStrength(password, accounts);
  return (
    <div className="flex flex-col gap-2 text-[13px]">
      <div className="flex items-center gap-3">
        <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
          {BARS.map((bar) => (
            <span
              key={bar}
              className={cn('h-1.5 rounded-full', bar <= strength.score ? COLOURS[strength.score] : 'bg-line')}
            />
          ))}
        </div>
        <span role="status" className="min-w-16 text-right font-medium">
          <span className="sr-only">{t('strength')} </span>
          {t(`strengths.${strength.word}`)}
        </span>
      </div>
      <ul className="flex flex-col gap-1 text-ink-muted">
        {passwordRules(password, accounts).map((rule) => {
          const kept = rule.kept && password !== '';
          const Icon = kept ? Check : Circle;
          return (
            <li key={rule.code} className={cn('flex items-center gap-1.5', kept && 'text-ready-text')}>
              <Icon aria-hidden className={cn('size-3.5 shrink-0', !kept && 'p-0.5')} />
              {t(`password.${rule.code}`, { min: PASSWORD_MIN, max: PASSWORD_MAX })}
              <span className="sr-only"> {t(kept ? 'kept' : 'notYet')}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
