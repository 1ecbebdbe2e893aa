'use client';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { MenuChoice } from '@/components/ui/menu';
import { chooseLanguage, LANGUAGES } from '@/lib/client/language';

/** In which language the dashboard speaks, from now on in this browser. */
export function LanguageChoice() {
  const t = useTranslations('shell');
  const router = useRouter();
  return (
    <MenuChoice
      label={t('language')}
      value={useLocale()}
      onChange={(locale) => {
        chooseLanguage(locale);
        router.refresh();
      }}
      options={LANGUAGES}
    />
  );
}
