import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ServersPage } from '@/components/admin/servers/servers-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.servers') }) };
}

export default function Page() {
  return <ServersPage />;
}
