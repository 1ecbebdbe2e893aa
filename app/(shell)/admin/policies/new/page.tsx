import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NewPolicyPage } from '@/components/admin/policies/new-policy-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('policies');
  return { title: t('create.title') };
}

export default function Page() {
  return <NewPolicyPage />;
}
