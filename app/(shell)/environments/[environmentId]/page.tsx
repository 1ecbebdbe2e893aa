import { Past } from '@/components/history/moments/past';
import { EnvironmentTopology } from '@/components/topology/environment-topology';

export default async function TopologyPage({ params }: PageProps<'/environments/[environmentId]'>) {
  const { environmentId } = await params;
  return <EnvironmentTopology environmentId={environmentId} past={<Past environmentId={environmentId} />} />;
}
