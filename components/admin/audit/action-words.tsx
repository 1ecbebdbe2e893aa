'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ENVIRONMENT_ACTIONS } from '@/components/status/environment-actions';
import type { AuditEntryView } from '@/lib/model/administration';
import { auditFacts } from './audit-facts';

/** Actions that have words; another one, of a newer version, is told by its own name. */
export const WORDED_ACTIONS = [
  ...ENVIRONMENT_ACTIONS,
  'audit.export',
  'environment.health',
  'fault.add',
  'fault.end',
  'package.delete',
  'package.import',
  'package.switch',
  'policy.change',
  'policy.create',
  'policy.delete',
  'policy.end_exception',
  'policy.except',
  'policy.settings',
  'policy.stop',
  'schedule.change',
  'schedule.create',
  'schedule.delete',
  'server.change',
  'server.enrolment_code',
  'server.enrolment_code_revoke',
  'server.remove',
  'template.delete',
  'tenant.change',
  'tenant.create',
  'tenant.quota',
  'user.bootstrap',
  'user.change',
  'user.changePassword',
  'user.create',
  'user.resetPassword',
] as const;
type WordedAction = (typeof WORDED_ACTIONS)[number];

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

function hasWords(action: string): action is WordedAction {
  return WORDED_ACTIONS.some((known) => known === action);
}
