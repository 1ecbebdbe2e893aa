import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { WizardPage } from '@/components/wizard/wizard-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog');
  return { title: t('add') };
}

export default async function Page({ params }: { params: Promise<{ environmentId: string; type: string }> }) {
  const { environmentId, type } = await params;
  return <WizardPage environmentId={environmentId} typeName={type} />;
}
