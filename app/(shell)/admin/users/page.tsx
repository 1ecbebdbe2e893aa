import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UsersPage } from '@/components/admin/users/users-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.users') }) };
}

export default function Page() {
  return <UsersPage />;
}
