'use client';
import { useTranslations } from 'next-intl';
import { useSizeWords } from '@/components/status/size-words';
import { MaskedValue } from '@/components/ui/masked-value';
import { isObject, type Json } from '@/lib/model/json';
import { isSecret, isUnset } from '@/lib/model/property-facts';
import type { Property } from '@/lib/model/service-type';

/** A property's value in words; what is secret is only said to be there. */
export function PropertyValue({
  property,
  value,
  isMadeForMachines,
}: {
  property: Property;
  value: Json | undefined;
  /** where the service has none, each of its machines is given one */
  isMadeForMachines: boolean;
}) {
  const t = useTranslations('services.values');
  if (isUnset(value))
    return <span className="text-ink-muted">{t(isMadeForMachines ? 'madeForMachines' : 'unset')}</span>;
  if (isSecret(property)) return <MaskedValue label={t('secret')} />;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (property.kind === 'image' && isObject(value)) return String(value.title ?? value.name ?? '');
  if (property.kind === 'flavor' && typeof value === 'string') return <MachineSize name={value} />;
  return <span className="break-words">{Array.isArray(value) ? value.join(', ') : String(value)}</span>;
}

/** A size of machines in words, its code in the cloud for whoever asks; the code alone while nobody knows more. */
function MachineSize({ name }: { name: string }) {
  const words = useSizeWords()(name);
  return (
    <span className="break-words" title={words === null ? undefined : name}>
      {words ?? name}
    </span>
  );
}
