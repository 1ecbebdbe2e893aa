import type { Metadata } from 'next';
import { EnvironmentSettings } from '@/components/environments/environment-settings';

export const metadata: Metadata = { title: 'Settings' };

export default async function Page({ params }: PageProps<'/environments/[environmentId]/settings'>) {
  const { environmentId } = await params;
  return <EnvironmentSettings environmentId={environmentId} />;
}
