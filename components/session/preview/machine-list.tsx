'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Badge, type Tone } from '@/components/ui/badge';
import type { MachineSize, PreviewMachine } from '@/lib/model/preview';

const TONES: Record<PreviewMachine['change'], Tone> = {
  create: 'draft',
  change: 'running',
  replace: 'attention',
  remove: 'failed',
  keep: 'neutral',
};

/** Each machine that something happens to; those that stay as they are in one line. */
export function MachineList({ machines }: { machines: readonly PreviewMachine[] }) {
  const t = useTranslations('session.preview');
  const format = useFormatter();
  const busy = machines.filter(({ change }) => change !== 'keep');
  const kept = machines.filter(({ change }) => change === 'keep').map(({ host }) => host);
  return (
    <div>
      <h4 className="sr-only">{t('machines')}</h4>
      <ul aria-label={t('machines')} className="divide-y divide-line">
        {busy.map((machine) => (
          <MachineRow key={machine.host} machine={machine} />
        ))}
      </ul>
      {kept.length > 0 && (
        <p className="break-words border-line border-t pt-2.5 text-ink-muted">
          {t('kept', { count: kept.length, hosts: format.list(kept) })}
        </p>
      )}
    </div>
  );
}

function MachineRow({ machine }: { machine: PreviewMachine }) {
  const t = useTranslations('session.preview');
  const { host, serviceName, serviceType, change, restarts, size, sizeBefore, plans } = machine;
  const words = (of: MachineSize) => t('size', { vcpus: of.vcpus, memory: Math.round((of.memoryMb / 1024) * 10) / 10 });
  // sizes that differ in nothing else are told apart by their names
  const named = (of: MachineSize) => t('sizeNamed', { size: words(of), name: of.name });
  const resized = (before: MachineSize, after: MachineSize) => {
    const say = words(before) === words(after) ? named : words;
    return t('resized', { before: say(before), after: say(after) });
  };
  return (
    <li className="flex items-start gap-3 py-2.5">
      {serviceType && <ServiceLogo type={serviceType} className="size-7" />}
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium leading-5">
          {host}
          {serviceName && <span className="font-normal text-ink-muted"> {serviceName}</span>}
        </p>
        <p className="text-[13px] text-ink-muted">
          {size && (
            <span className="mr-3" title={size.name}>
              {sizeBefore ? resized(sizeBefore, size) : words(size)}
            </span>
          )}
          {plans > 0 && <span className="mr-3 whitespace-nowrap">{t('steps', { count: plans })}</span>}
          {restarts && <span className="whitespace-nowrap font-medium text-attention-text">{t('restarts')}</span>}
        </p>
      </div>
      <Badge tone={TONES[change]}>{t(`change.${change}`)}</Badge>
    </li>
  );
}
