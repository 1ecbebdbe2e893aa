import { EnvironmentFrame } from '@/components/environments/environment-frame';
import { DraftBar } from '@/components/session/draft-bar';

export default async function EnvironmentLayout({ params, children }: LayoutProps<'/environments/[environmentId]'>) {
  const { environmentId } = await params;
  return (
    <EnvironmentFrame environmentId={environmentId} draftBar={<DraftBar environmentId={environmentId} />}>
      {children}
    </EnvironmentFrame>
  );
}
