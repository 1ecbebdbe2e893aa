import { Facts } from '@/components/ui/facts';
import { ExternalLink } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { siteHref } from '@/lib/client/site-link';
import { textAt } from '@/lib/model/installed';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

/** What is worth knowing of a service at a glance: the facts its package names, where they are known. */
export function ServiceFacts({ service, type }: { service: ServiceView; type: ServiceType | null }) {
  const facts = (type?.facts ?? []).flatMap(({ label, path, kind }) => {
    const text = textAt(service, path);
    if (text === null) return [];
    return [{ label, value: <FactValue kind={kind} text={text} /> }];
  });
  return (
    <Facts
      items={[
        ...facts,
        ...(service.updated ? [{ label: 'Last change', value: <RelativeTime at={service.updated} /> }] : []),
      ]}
    />
  );
}

function FactValue({ kind, text }: { kind: ServiceType['facts'][number]['kind']; text: string }) {
  if (kind === 'link') return <ExternalLink href={siteHref(text)}>{text}</ExternalLink>;
  return kind === 'address' ? <span className="font-mono text-[13px]">{text}</span> : text;
}
