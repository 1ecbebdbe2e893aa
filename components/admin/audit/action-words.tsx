'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { AuditEntryView } from '@/lib/model/administration';
import { AUDIT_ACTIONS, type AuditAction } from '@/lib/model/audit-actions';
import { auditFacts } from './audit-facts';

const GROUPS = [
  'action',
  'audit',
  'credential',
  'deployment',
  'environment',
  'execution',
  'fault',
  'package',
  'policy',
  'schedule',
  'server',
  'server_pool',
  'service',
  'session',
  'template',
  'tenant',
  'user',
] as const;

/** What an audited action, or a group of them, is called. */
export function useActionWords() {
  const t = useTranslations('admin.audit');
  return {
    action: (action: string): string => (hasWords(action) ? t(`actions.${action}`) : action),
    /** what was done as a sentence, with the names in it marked */
    sentence: (entry: AuditEntryView): ReactNode => {
      const { action } = entry;
      const facts = auditFacts(entry, { system: t('system'), environment: t('gone'), thing: t('something') });
      return hasWords(action)
        ? t.rich(`sentences.${action}`, { ...facts, b: name })
        : t.rich('did', { who: facts.who, action, b: name });
    },
    group: (group: string): string => {
      const known = GROUPS.find((one) => one === group);
      return known ? t(`groups.${known}`) : group;
    },
  };
}

const name = (words: ReactNode) => <span className="font-medium text-ink">{words}</span>;

/** False of an action of a newer version, which is told by its own name. */
function hasWords(action: string): action is AuditAction {
  return AUDIT_ACTIONS.some((known) => known === action);
}
