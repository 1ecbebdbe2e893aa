import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import german from '@/messages/de';
import english from '@/messages/en';
import { quotaAdvice } from './quota-advice';

const advice = (cloud: string, isAdministrator: boolean, locale: 'en' | 'de' = 'en') =>
  createTranslator({
    ...{ locale, messages: locale === 'de' ? german : english, namespace: 'shell.quotaAdvice' },
  })(quotaAdvice({ cloud: { name: cloud, simulated: false, suspends: false }, system_admin: isAdministrator }));

it.each([
  ['pool', true, /^Enrol a server/],
  ['pool', false, /ask an administrator to enrol a server/],
  ['embedded', true, /set a larger quota under Administration/],
  ['embedded', false, /ask an administrator for a larger quota/],
  ['openstack', false, /ask an administrator for a larger quota/],
] as const)('where there is no room on %s (administrator: %s), what the reader can do is told', (cloud, who, words) => {
  expect(advice(cloud, who)).toMatch(words);
});

it('sends no administrator to an administrator, in no language', () => {
  for (const cloud of ['pool', 'embedded']) {
    expect(advice(cloud, true)).not.toMatch(/ask an administrator/);
    expect(advice(cloud, true, 'de')).not.toMatch(/Administrator(en)? bitten|um .* bitten/);
    expect(advice(cloud, false, 'de')).toMatch(/bitten/);
  }
});
