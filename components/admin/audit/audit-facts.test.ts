import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import type { AuditEntryView } from '@/lib/model/administration';
import { AUDIT_ACTIONS } from '@/lib/model/audit-actions';
import german from '@/messages/de';
import english from '@/messages/en';
import { auditFacts } from './audit-facts';

const UNKNOWN = { system: 'Vetro', environment: 'an environment that is gone', thing: 'something' };
const entry = (more: Partial<AuditEntryView>): AuditEntryView => ({
  id: '1',
  at: '2030-01-01T00:00:00Z',
  user: { id: 'u', name: 'Max' },
  actor: { kind: 'person', id: '', name: '' },
  position: '1',
  hash: '',
  tenant: { id: 't', name: 'Contoso' },
  environment: { id: 'e', name: 'Head office' },
  action: 'session.deploy',
  target: 'session',
  target_id: 's',
  target_name: null,
  details: {},
  request_id: '',
  ...more,
});

/** What is done with them has nothing of a name. */
const NAMELESS = [
  'user.proveAgain',
  'audit.export',
  'audit.prune',
  'fault.end',
  'package.order_categories',
  'policy.settings',
  'server.enrolment_code',
  'server.enrolment_code_revoke',
  'user.changePassword',
  'user.disableTotp',
  'user.enableTotp',
  'user.endSignIn',
  'user.signInByProvider',
  'user.signOutEverywhere',
  'user.useRecoveryCode',
];

function sentenceOf(more: Partial<AuditEntryView>, locale: 'en' | 'de' = 'en'): string {
  const messages = locale === 'en' ? english : (german as typeof english);
  const t = createTranslator({ locale, messages, namespace: 'admin.audit.sentences' });
  const one = entry(more);
  const action = AUDIT_ACTIONS.find((known) => known === one.action) ?? 'session.open';
  return t.markup(action, { ...auditFacts(one, UNKNOWN), b: (words) => words });
}

describe('the sentence of an audited action', () => {
  it('says who did what to which environment', () => {
    expect(sentenceOf({ details: { version: 3 } })).toBe('Max deployed Head office, version 3');
    expect(sentenceOf({ details: { version: 3 } }, 'de')).toBe('Max hat Head office bereitgestellt, Version 3');
    expect(sentenceOf({ details: {} })).toBe('Max deployed Head office');
    const reveal = { name: 'shop', label: 'Administrator password', machine: 'web1' };
    expect(sentenceOf({ action: 'credential.reveal', target: 'service', details: reveal })).toBe(
      'Max looked at a password of shop (Administrator password, web1) in Head office',
    );
    const switched = { action: 'package.switch', target: 'package', target_id: 'com.example.web', environment: null };
    expect(sentenceOf({ ...switched, details: { enabled: false, tenant: 'Fabrikam' } })).toBe(
      'Max withdrew the package com.example.web in the tenant Fabrikam',
    );
    expect(sentenceOf({ ...switched, details: { enabled: true, tenant: null } }, 'de')).toBe(
      'Max hat das Paket com.example.web in der Installation freigegeben',
    );
  });

  it('names the provider by which somebody signed in', () => {
    const entered = { action: 'user.signInByProvider', target: 'user', details: { issuer: 'https://login.example' } };
    expect(sentenceOf(entered)).toBe('Max signed in by the provider https://login.example');
  });

  it('calls people as they are called now, and says when a name is gone', () => {
    const changed = { action: 'user.change', target: 'user', details: { name: 'erin' } };
    expect(sentenceOf({ ...changed, target_name: 'Erin Meyer' })).toBe('Max changed the account of Erin Meyer');
    expect(sentenceOf(changed)).toBe('Max changed the account of erin');
    expect(sentenceOf({ user: null, environment: null })).toBe('Vetro deployed an environment that is gone');
    const deleted = { action: 'environment.delete', target: 'environment', environment: null };
    expect(sentenceOf({ ...deleted, details: { name: 'Old' } })).toBe('Max began to delete the environment Old');
  });

  it.each(['en', 'de'] as const)('names person, and environment or thing, for every action (%s)', (locale) => {
    const details = { name: 'shop', version: 3, template: 'shop', file: 'shop', fromName: 'shop', label: 'Key' };
    for (const action of AUDIT_ACTIONS) {
      const words = sentenceOf({ action, details, target_id: 'shop' }, locale);
      expect(words, action).toMatch(/^Max /);
      expect(words.endsWith('.'), action).toBe(false);
      if (!NAMELESS.includes(action)) expect(words, action).toMatch(/Head office|shop|Contoso/);
      if (/^(session|service|credential|action|deployment)\./.test(action)) expect(words).toContain('Head office');
    }
  });
});
