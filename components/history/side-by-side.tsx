'use client';
import { useTranslations } from 'next-intl';
import { ServiceLogo } from '@/components/shell/service-logo';
import { useValueWords } from '@/components/status/value-words';
import { Badge, type Tone } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/class-names';
import { MaskedValue } from '@/components/ui/masked-value';
import { useEnvironmentTypes } from '@/lib/client/catalog';
import type { ComparedService, ComparedUnit, ComparedValue } from '@/lib/model/compare';
import type { Json } from '@/lib/model/json';
import type { Property, ServiceType } from '@/lib/model/service-type';

const TONES: Record<NonNullable<ComparedUnit['change']>, Tone> = {
  added: 'ready',
  removed: 'failed',
  changed: 'running',
};

/** Every service of two versions in two columns, what differs marked. */
export function SideBySide({
  environmentId,
  services,
  from,
  to,
  onlyDifferent,
}: {
  environmentId: string;
  services: ComparedService[];
  /** the words for both sides */
  from: string;
  to: string;
  onlyDifferent: boolean;
}) {
  const types = useEnvironmentTypes(environmentId).data ?? [];
  const shown = onlyDifferent ? services.filter(({ change }) => change !== null) : services;
  return (
    <div className="flex flex-col gap-4">
      {shown.map((service) => (
        <ServiceCard
          key={service.id}
          service={service}
          type={types.find(({ type }) => type === service.type)}
          from={from}
          to={to}
          onlyDifferent={onlyDifferent}
        />
      ))}
    </div>
  );
}

function ServiceCard({
  service,
  type,
  from,
  to,
  onlyDifferent,
}: {
  service: ComparedService;
  /** as its package tells it; absent where no package knows it any more */
  type: ServiceType | undefined;
  from: string;
  to: string;
  onlyDifferent: boolean;
}) {
  const t = useTranslations('history.compare');
  const keep = ({ differs }: ComparedValue) => !onlyDifferent || differs;
  const values = service.values.filter(keep);
  const units = service.units.filter(({ change }) => !onlyDifferent || change !== null);
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-3">
        <ServiceLogo type={service.type} className="size-7" />
        <h3 className="min-w-0 break-words font-semibold">{service.title}</h3>
        <ChangeMark change={service.change} />
      </div>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">{t('tableOf', { name: service.title })}</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-line border-b bg-sunken/60 text-[13px] text-ink-muted">
            <th scope="col" className="h-9 w-[28%] px-4 font-medium">
              {t('property')}
            </th>
            <th scope="col" className="h-9 px-4 font-medium">
              {from}
            </th>
            <th scope="col" className="h-9 px-4 font-medium">
              {to}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {values.map((value) => (
            <ValueRow
              key={value.property}
              value={value}
              property={type?.properties.find(({ name }) => name === value.property)}
              whole={wholeOf(service.change)}
            />
          ))}
          {units.map((unit) => (
            <UnitRows
              key={unit.id}
              unit={unit}
              properties={type?.unitProperties ?? []}
              values={unit.values.filter(keep)}
              whole={wholeOf(service.change)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type OneSidedChange = 'added' | 'removed' | null;

/** Whether a part is on one side alone: then nothing in it has changed. */
function wholeOf(change: ComparedUnit['change']): OneSidedChange {
  return change === 'added' || change === 'removed' ? change : null;
}

function UnitRows({
  unit,
  properties,
  values,
  whole,
}: {
  unit: ComparedUnit;
  properties: readonly Property[];
  values: ComparedValue[];
  whole: OneSidedChange;
}) {
  const t = useTranslations('history.compare');
  const there = (side: 'removed' | 'added') => (unit.change === side ? t('absent') : t('present'));
  const alone = wholeOf(unit.change);
  return (
    <>
      <tr className={cn('max-sm:grid max-sm:grid-cols-2', alone && MARKS[alone])}>
        <th scope="row" className="px-4 py-2.5 text-left font-medium max-sm:col-span-2 max-sm:pb-0">
          <span className="flex flex-wrap items-center gap-2 break-all">
            {unit.title}
            {whole === null && <ChangeMark change={unit.change} />}
          </span>
        </th>
        <td className="px-4 py-2.5 text-ink-muted">{there('added')}</td>
        <td className="px-4 py-2.5 text-ink-muted">{there('removed')}</td>
      </tr>
      {values.map((value) => (
        <ValueRow
          key={`${unit.id}${value.property}`}
          value={value}
          property={properties.find(({ name }) => name === value.property)}
          whole={alone}
          indented
        />
      ))}
    </>
  );
}

const MARKS = { added: 'bg-ready-bg/60', removed: 'bg-failed-bg/60', changed: 'bg-running-bg/60' } as const;

function ValueRow({
  value: { label, before, after, differs, secret },
  property,
  whole,
  indented = false,
}: {
  value: ComparedValue;
  property: Property | undefined;
  whole: OneSidedChange;
  indented?: boolean;
}) {
  const t = useTranslations('history.compare');
  const changed = differs && whole === null;
  return (
    <tr className={cn('max-sm:grid max-sm:grid-cols-2', whole ? MARKS[whole] : changed && MARKS.changed)}>
      <th
        scope="row"
        className={cn(
          'px-4 py-2.5 text-left font-normal text-ink-muted max-sm:col-span-2 max-sm:pb-0',
          indented && 'pl-8',
        )}
      >
        {property?.label ?? label}
        {changed && <span className="sr-only"> {t('differs')}</span>}
      </th>
      <td className={cn('break-words px-4 py-2.5', changed && before !== null && 'text-ink-muted line-through')}>
        {whole === 'added' ? <Absent /> : <Shown value={before} secret={secret} property={property} />}
      </td>
      <td className={cn('break-words px-4 py-2.5', changed && 'font-medium')}>
        {whole === 'removed' ? <Absent /> : <Shown value={after} secret={secret} property={property} />}
      </td>
    </tr>
  );
}

/** The side on which the whole part is not there. */
function Absent() {
  const t = useTranslations('history.compare');
  return (
    <>
      <span aria-hidden className="text-ink-muted">
        –
      </span>
      <span className="sr-only">{t('elsewhere')}</span>
    </>
  );
}

function Shown({ value, secret, property }: { value: Json; secret: boolean; property: Property | undefined }) {
  const t = useTranslations('history.compare');
  const words = useValueWords();
  if (value === null) return <span className="text-ink-muted">{t('unset')}</span>;
  if (secret) return <MaskedValue label={t('secret')} />;
  const said = words(value, property);
  // the code of a size is a detail, for whoever asks
  if (property?.kind === 'flavor' && said !== value) return <span title={String(value)}>{said}</span>;
  return said;
}

function ChangeMark({ change }: { change: ComparedUnit['change'] }) {
  const t = useTranslations('history.compare.marks');
  return change && <Badge tone={TONES[change]}>{t(change)}</Badge>;
}
