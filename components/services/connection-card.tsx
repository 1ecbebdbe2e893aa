'use client';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { useSizeWords } from '@/components/status/size-words';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { ExternalLink } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { addressHref } from '@/lib/client/site-link';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { type ConnectionFact, connectionFacts, type MachineSignIn, machineSignIns } from './connection-facts';

/** How a service is reached: its addresses, names and ports, and how to sign in on its machines. */
export function ConnectionCard({
  service,
  type,
  titleOf,
}: {
  service: ServiceView;
  type: ServiceType | null;
  titleOf: (unitId: string) => string;
}) {
  const t = useTranslations('services.connection');
  const facts = type ? connectionFacts(service, type) : [];
  const signIns = machineSignIns(service, type, titleOf);
  const waits = type?.signIn !== undefined && signIns.length === 0 && service.units.length > 0;
  return (
    <Card>
      <CardHeader title={t('title')} description={waits ? t('notYet') : undefined} />
      <CardBody className="flex flex-col gap-4">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {facts.map((fact) => (
            <div key={`${fact.label}${fact.text}`} className="min-w-0">
              <dt className="text-[13px] text-ink-muted">{fact.label}</dt>
              <dd className="mt-0.5 break-words">
                <FactValue fact={fact} />
              </dd>
            </div>
          ))}
          {service.updated && (
            <div>
              <dt className="text-[13px] text-ink-muted">{t('lastChange')}</dt>
              <dd className="mt-0.5">
                <RelativeTime at={service.updated} />
              </dd>
            </div>
          )}
        </dl>
        {signIns.length > 0 && (
          <Disclosure summary={t('signInsOf', { count: signIns.length })}>
            <SignIns signIns={signIns} />
          </Disclosure>
        )}
      </CardBody>
    </Card>
  );
}

function FactValue({ fact: { label, text, kind } }: { fact: ConnectionFact }) {
  const t = useTranslations('services');
  const size = useSizeWords();
  const { simulated } = useMe().cloud;
  if (kind === 'size') return <span title={text}>{size(text) ?? text}</span>;
  if (kind === 'text') return text;
  const href = kind === 'link' ? addressHref(text, simulated) : null;
  return (
    <span className="flex min-w-0 items-center gap-1">
      {href !== null ? (
        <ExternalLink href={href} className="min-w-0 break-all">
          {text}
        </ExternalLink>
      ) : (
        <span className="min-w-0 break-all font-mono text-[13px]">{text}</span>
      )}
      <CopyButton text={text} label={t('copy', { what: label })} />
    </span>
  );
}

function SignIns({ signIns }: { signIns: MachineSignIn[] }) {
  const t = useTranslations('services.connection');
  const { simulated } = useMe().cloud;
  return (
    <section aria-label={t('signIns')} className="flex flex-col gap-2">
      <p className="text-[13px] text-ink-muted">{t(simulated ? 'signInsSimulated' : 'signInsHint')}</p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {signIns.map((signIn) => (
          <li key={signIn.unitId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-24 flex-1 break-all font-medium">{signIn.title}</span>
            <Copyable text={signIn.command} label={t('copyCommand', { name: signIn.title })} />
            <Copyable text={signIn.account} label={t('copyAccount', { name: signIn.title })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1 font-mono text-[13px]">
      <span className="min-w-0 break-all">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
