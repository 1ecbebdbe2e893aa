'use client';
import { useTranslations } from 'next-intl';
import { MaskedValue } from '@/components/ui/masked-value';
import { isObject, type Json } from '@/lib/model/json';
import { isSecret, isUnset } from '@/lib/model/property-facts';
import type { Property } from '@/lib/model/service-type';

/** A property's value in words; what is secret is only said to be there. */
export function PropertyValue({ property, value }: { property: Property; value: Json | undefined }) {
  const t = useTranslations('services.values');
  if (isUnset(value)) return <span className="text-ink-muted">{t('unset')}</span>;
  if (isSecret(property)) return <MaskedValue label={t('secret')} />;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (property.kind === 'image' && isObject(value)) return String(value.title ?? value.name ?? '');
  return <span className="break-words">{Array.isArray(value) ? value.join(', ') : String(value)}</span>;
}
