import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HealthPage } from '@/components/admin/health/health-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.health') }) };
}

export default function Page() {
  return <HealthPage />;
}
