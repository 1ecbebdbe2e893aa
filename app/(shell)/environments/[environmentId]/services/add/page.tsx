import type { Metadata } from 'next';
import { ChooseServicePage } from '@/components/catalog/choose-service-page';

export const metadata: Metadata = { title: 'Add a service' };

export default async function Page({ params }: { params: Promise<{ environmentId: string }> }) {
  const { environmentId } = await params;
  return <ChooseServicePage environmentId={environmentId} />;
}
