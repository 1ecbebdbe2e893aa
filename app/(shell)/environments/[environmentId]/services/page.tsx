import type { Metadata } from 'next';
import { ServicesPage } from '@/components/services/services-page';

export const metadata: Metadata = { title: 'Services' };

export default async function Page({ params }: PageProps<'/environments/[environmentId]/services'>) {
  const { environmentId } = await params;
  return <ServicesPage environmentId={environmentId} />;
}
