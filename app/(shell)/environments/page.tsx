import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EnvironmentsPage } from '@/components/environments/environments-page';
import { ImportEnvironment } from '@/components/templates/import-environment';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('environments');
  return { title: t('title') };
}

export default function Page() {
  return <EnvironmentsPage actions={<ImportEnvironment />} />;
}
