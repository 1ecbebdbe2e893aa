import type { Metadata } from 'next';
import { WizardPage } from '@/components/wizard/wizard-page';

export const metadata: Metadata = { title: 'Add a service' };

export default async function Page({ params }: { params: Promise<{ environmentId: string; type: string }> }) {
  const { environmentId, type } = await params;
  return <WizardPage environmentId={environmentId} typeName={type} />;
}
