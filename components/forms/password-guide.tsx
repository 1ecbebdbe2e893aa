import { Check, Circle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names';
import { onDemand } from '@/components/ui/on-demand';
import { PASSWORD_MAX, PASSWORD_MIN, passwordRules } from '@/lib/model/windows-rules';
import { StrengthBars } from './strength-bars';

const PasswordMeter = onDemand<ComponentProps<typeof import('./password-meter').PasswordMeter>>(
  async () => (await import('./password-meter')).PasswordMeter,
  <StrengthBars score={0} />,
);

/** What Windows asks of a password, ticked off while it is typed, and how hard it would be to guess. */
export function PasswordGuide({ password, accounts }: { password: string; accounts: readonly string[] }) {
  const t = useTranslations('forms');
  return (
    <div className="flex flex-col gap-2 text-[13px]">
      <PasswordMeter password={password} accounts={accounts} />
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
