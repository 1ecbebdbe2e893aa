import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ChooseServicePage } from '@/components/catalog/choose-service-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog');
  return { title: t('add') };
}

export default async function Page({ params }: { params: Promise<{ environmentId: string }> }) {
  const { environmentId } = await params;
  return <ChooseServicePage environmentId={environmentId} />;
}
