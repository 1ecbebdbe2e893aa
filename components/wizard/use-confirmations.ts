'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fieldsOf, type StepField, type WizardStep } from '@/components/forms/steps';
import { valueAt } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import { isSecret } from '@/lib/model/property-facts';
import { copiedFrom } from '@/lib/model/secret';

/** The secrets of a service that are typed twice, by their paths; those that are taken from elsewhere are not. */
export function useConfirmations(begun: Record<string, string>, service: JsonObject) {
  const t = useTranslations('wizard');
  const [confirmations, setConfirmations] = useState(begun);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const mismatch = (path: string): boolean => {
    const value = valueAt(service, path) ?? '';
    return copiedFrom(value) === null && value !== (confirmations[path] ?? '');
  };
  const showMismatch = (paths: readonly string[]) => setShown((before) => new Set([...before, ...paths]));
  return {
    confirmations,
    /** the paths of a step at which both do not agree */
    unconfirmed: (step: WizardStep): string[] =>
      fieldsOf(step)
        .filter(isConfirmed)
        .map(({ path }) => path)
        .filter(mismatch),
    /** says at these paths where both do not agree */
    showMismatch,
    confirmation: (path: string) => ({
      value: confirmations[path] ?? '',
      onChange: (value: string) => {
        setConfirmations((before) => ({ ...before, [path]: value }));
        if (value.length >= String(valueAt(service, path) ?? '').length) showMismatch([path]);
      },
      error: shown.has(path) && mismatch(path) ? t('differ') : null,
    }),
  };
}

/** Whether an answer is typed twice. */
function isConfirmed(field: StepField): boolean {
  return field.kind !== 'unitCount' && isSecret(field.property);
}
