import { useTranslations } from 'next-intl';
import { passwordStrength } from '@/lib/model/password-strength';
import { StrengthBars } from './strength-bars';

/** How hard a password would be to guess. Its lists are large: load it where somebody types a password. */
export function PasswordMeter({ password, accounts }: { password: string; accounts: readonly string[] }) {
  const t = useTranslations('forms');
  const { score, word } = passwordStrength(password, accounts);
  return (
    <StrengthBars score={score}>
      <span className="sr-only">{t('strength')} </span>
      {t(`strengths.${word}`)}
    </StrengthBars>
  );
}
