import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import messages from '@/messages/en';
import { FactRows } from './fact-rows';

it('what has no value is left out with its label, however it has none', () => {
  const rows: [string, ReactNode][] = [
    ['Address', '10.0.0.4'],
    ['Last look for changes', false],
    ['Size', null],
    ['Zone', undefined],
    ['Differences', 0],
  ];
  const children = createElement(FactRows, { rows });
  const shown = renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: 'en', messages, timeZone: 'UTC', children }),
  );
  expect([...shown.matchAll(/<dt[^>]*>([^<]*?) </g)].map(([, label]) => label)).toEqual(['Address', 'Differences']);
});
