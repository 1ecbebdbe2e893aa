import { cookies } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import { CreateEnvironment } from '@/components/environments/create-environment';
import { HomePage } from '@/components/environments/home-page';
import { FirstRun } from '@/components/templates/first-run';
import { GUIDE_COOKIE } from '@/components/templates/guide-memory';
import { ImportEnvironment } from '@/components/templates/import-environment';
import { TemplateShelf } from '@/components/templates/template-shelf';

export default async function Page() {
  const [t, jar] = await Promise.all([getTranslations('templates.own'), cookies()]);
  return (
    <HomePage
      guide={<FirstRun remembered={jar.get(GUIDE_COOKIE)?.value} />}
      templates={
        <TemplateShelf
          create={<CreateEnvironment variant="secondary" label={t('create')} />}
          actions={<ImportEnvironment />}
        />
      }
    />
  );
}
