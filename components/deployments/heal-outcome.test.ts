import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import messages from '@/messages/en';
import { HealOutcome } from './heal-outcome';

/** What stands on the page of a repair: the titles of its cards, and their rows. */
function shown(sets: Json): string[] {
  const children = createElement(HealOutcome, { view: { result: { sets } } });
  const html = renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: 'en', messages, timeZone: 'UTC', children }),
  );
  return [...html.matchAll(/>([^<]+)</g)].map(([, text]) => text ?? '');
}

const NOTHING = { checked: [], healed: [], healFailed: [], reinstalled: [], untouched: [] };

it('a repair says what it did, and has no row for what it did to none', () => {
  expect(shown({ web: { ...NOTHING, checked: ['web1', 'web2'], healed: ['web2'] } })).toEqual([
    ...['What the repair came to: web', 'Checked', 'web1 and web2', 'Repaired', 'web2'],
  ]);
  expect(shown({ web: NOTHING })).toEqual([]);
});
