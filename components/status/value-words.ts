'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { isObject, type Json } from '@/lib/model/json';
import type { Property } from '@/lib/model/service-type';
import { useSizeWords } from './size-words';

/**
 * Puts a value of a property into words of the viewer's language: a size as the wizard tells it, a choice by its label.
 *
 * @returns takes the value, and the property where it is known
 */
export function useValueWords(): (value: Json, property: Property | undefined) => string {
  const t = useTranslations('common.values');
  const format = useFormatter();
  const size = useSizeWords();
  const words = (one: Json): string => {
    if (typeof one === 'boolean') return t(one ? 'yes' : 'no');
    if (Array.isArray(one)) return one.length === 0 ? t('nothing') : format.list(one.map(inner));
    if (!isObject(one)) return String(one ?? t('unset'));
    const known = Object.entries(one).filter(([, each]) => each !== null);
    return known.length === 0 ? t('nothing') : known.map(([key, each]) => `${key}: ${inner(each)}`).join(', ');
  };
  // what has parts of its own is held together
  const inner = (one: Json): string => (typeof one === 'object' && one !== null ? `(${words(one)})` : words(one));
  return (value, property) => {
    if (typeof value !== 'string') return words(value);
    const chosen = property?.choices?.find((choice) => choice.value === value)?.label;
    return (property?.kind === 'flavor' ? size(value) : chosen) ?? value;
  };
}
