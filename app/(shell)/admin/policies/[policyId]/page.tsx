import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PolicyPage } from '@/components/admin/policies/policy-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.policies') }) };
}

export default async function Page({ params }: { params: Promise<{ policyId: string }> }) {
  const { policyId } = await params;
  return <PolicyPage policyId={policyId} />;
}
