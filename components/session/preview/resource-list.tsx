'use client';
import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import type { Json } from '@/lib/model/json';
import { withNames } from '@/lib/model/named-ids';
import type { PreviewResource } from '@/lib/model/preview';

const COLOURS: Record<PreviewResource['change'], string> = {
  create: 'text-draft-text',
  inPlace: 'text-running-text',
  replace: 'text-attention-text',
  remove: 'text-failed-text',
  unchanged: 'text-ink-muted',
};

/** Types of the cloud that people have a word for; others are called as the cloud calls them. */
const KINDS = {
  'OS::Nova::Server': 'server',
  'OS::Neutron::Port': 'port',
  'OS::Neutron::SecurityGroup': 'securityGroup',
  'OS::Neutron::FloatingIP': 'floatingIp',
  'OS::Neutron::Net': 'network',
  'OS::Octavia::LoadBalancer': 'loadBalancer',
  'OS::Octavia::Listener': 'listener',
  'OS::Octavia::Pool': 'pool',
  'OS::Octavia::PoolMember': 'member',
  'OS::Octavia::HealthMonitor': 'monitor',
  'OS::Neutron::Subnet': 'subnet',
  'OS::Neutron::Router': 'router',
  'OS::Neutron::RouterInterface': 'routerInterface',
  'OS::Neutron::FloatingIPAssociation': 'floatingIpAssociation',
  'OS::Nova::KeyPair': 'keyPair',
  'OS::Nova::ServerGroup': 'serverGroup',
  'OS::Cinder::Volume': 'volume',
  'OS::Cinder::VolumeAttachment': 'volumeAttachment',
  'OS::Heat::SoftwareConfig': 'startScript',
  'OS::Heat::CloudConfig': 'startScript',
  'OS::Heat::MultipartMime': 'startScript',
} as const;

const ORDER: PreviewResource['change'][] = ['replace', 'remove', 'create', 'inPlace', 'unchanged'];

/** Every resource of the cloud and what becomes of it, those that change first. */
export function ResourceList({
  resources,
  names,
}: {
  resources: readonly PreviewResource[];
  /** of services and machines, by their ids */
  names: ReadonlyMap<string, string>;
}) {
  const t = useTranslations('session.preview');
  const sorted = [...resources].sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change));
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {sorted.map(({ name, type, change, properties }) => (
        <li key={name} className="px-3 py-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0 break-words">
              <span className="font-medium">{withNames(name, names)}</span>{' '}
              <span className="text-[13px] text-ink-muted" title={type}>
                {type in KINDS ? t(`kinds.${KINDS[type as keyof typeof KINDS]}`) : type}
              </span>
            </p>
            <p className={cn('text-[13px]', COLOURS[change])}>{t(`resource.${change}`)}</p>
          </div>
          {properties.length > 0 && (
            <dl className="mt-1 flex flex-col gap-0.5 text-[13px]">
              {properties.map((property) => (
                <div key={property.name} className="flex flex-wrap items-center gap-x-2">
                  <dt className="text-ink-muted">{property.name}</dt>
                  <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 break-all font-mono">
                    <Value of={property.before} />
                    <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
                    <Value of={property.after} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({ of }: { of: Json }) {
  return <span>{of === null ? '–' : typeof of === 'string' ? of : JSON.stringify(of)}</span>;
}
