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
export function useValueWords(): ValueWords {
  const t = useTranslations('common.values');
  const { list } = useFormatter();
  return valueWords({ t: (key) => t(key), list: (items) => list(items), size: useSizeWords() });
}

/** Takes a value, and the property where it is known. */
export type ValueWords = (value: Json, property: Property | undefined) => string;

/** The same with the words of a language at hand: `size` tells the code of a machine size, null for an unknown one. */
export function valueWords({
  t,
  list,
  size,
}: {
  t: (key: 'yes' | 'no' | 'nothing' | 'unset') => string;
  list: (items: string[]) => string;
  size: (code: string) => string | null;
}): ValueWords {
  const words = (one: Json): string => {
    if (typeof one === 'boolean') return t(one ? 'yes' : 'no');
    if (Array.isArray(one)) return one.length === 0 ? t('nothing') : list(one.map(inner));
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
