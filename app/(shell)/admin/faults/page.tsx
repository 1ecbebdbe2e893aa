import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { FaultsPage } from '@/components/admin/faults/faults-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('faults.title') }) };
}

export default function Page() {
  return <FaultsPage />;
}
