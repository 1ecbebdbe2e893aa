import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EnvironmentSettings } from '@/components/environments/environment-settings';
import { Schedules } from '@/components/schedules/schedules';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('environments.frame');
  return { title: t('settings') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/settings'>) {
  const { environmentId } = await params;
  return <EnvironmentSettings environmentId={environmentId} schedules={<Schedules environmentId={environmentId} />} />;
}
