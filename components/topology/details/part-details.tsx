'use client';
import type { EnvironmentPicture } from '@/lib/client/topology';
import type { TopologyNode } from '@/lib/model/topology/graph';
import type { Picture } from '../picture';
import { PolicySentences } from '../policy-marks';
import { HostDetails } from './host-details';
import { ServiceDetails } from './service-details';

/** All about one part of a picture: a service, or a machine. */
export function PartDetails({
  picture,
  environment: { environment, services, types, at },
  part,
  onSelect,
}: {
  picture: Picture;
  environment: EnvironmentPicture;
  part: TopologyNode;
  onSelect: (id: string) => void;
}) {
  const service = [...services, ...environment.services].find((one) => one.id === part.serviceId) ?? null;
  const type = types.find((one) => one.type === part.serviceType) ?? null;
  const group = picture.groups.find(({ node }) => node.id === part.id);
  const common = { picture, service, type, isPast: at !== null };
  return (
    <>
      <PolicySentences nodeId={part.id} className="mb-4" />
      {group ? (
        <ServiceDetails {...common} group={group} onSelect={onSelect} />
      ) : (
        <HostDetails {...common} environmentId={environment.id} host={part} />
      )}
    </>
  );
}
