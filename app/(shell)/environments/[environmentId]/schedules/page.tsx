import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SchedulesPage } from '@/components/schedules/schedules-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('environments.frame');
  return { title: t('schedules') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/schedules'>) {
  const { environmentId } = await params;
  return <SchedulesPage environmentId={environmentId} />;
}
