'use client';
import { useTranslations } from 'next-intl';
import type { Dispatch, SetStateAction } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import type { Unit } from '@/lib/model/environment';
import { leadingUnit } from '@/lib/model/installed';
import type { ServiceType } from '@/lib/model/service-type';
import { unitTitle } from '@/lib/model/unit-title';
import type { ServiceView } from '@/lib/model/views';

/** Which machines of a service go: never the leading one, nor so many that too few stay. */
export function GoingUnits({
  service,
  type,
  going,
  onGoing,
}: {
  service: ServiceView;
  type: ServiceType;
  /** ids of their units */
  going: readonly string[];
  onGoing: Dispatch<SetStateAction<readonly string[]>>;
}) {
  const t = useTranslations('services.resize');
  const least = Math.max(1, type.units.min);
  const leader = type.exactlyOne === null ? null : leadingUnit(type, service as never);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('who')}</legend>
      {service.units.map((one) => {
        const title = unitTitle(type, service as never, one as Unit);
        const isChosen = going.includes(one.id);
        const isLast = !isChosen && service.units.length - going.length <= least;
        return (
          <Checkbox
            key={one.id}
            checked={isChosen}
            disabled={one.id === leader?.id || isLast}
            onCheckedChange={(next) =>
              onGoing((before) => (next ? [...before, one.id] : before.filter((id) => id !== one.id)))
            }
            label={title}
          />
        );
      })}
      <p className="text-[13px] text-ink-muted">{leader ? t('leader') : t('least', { min: least })}</p>
    </fieldset>
  );
}
