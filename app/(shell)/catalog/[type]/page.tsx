import type { Metadata } from 'next';
import { ServiceTypePage } from '@/components/catalog/service-type-page';

export const metadata: Metadata = { title: 'Catalog' };

export default async function Page({ params }: { params: Promise<{ type: string }> }) {
  const { type } = await params;
  return <ServiceTypePage typeName={type} />;
}
