import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PreviewResource } from '@/lib/model/preview';
import german from '@/messages/de';
import english from '@/messages/en';
import { ResourceList } from './resource-list';

const resource = (name: string, change: PreviewResource['change']): PreviewResource => ({
  ...{ name, type: 'OS::Nova::Server', change, properties: [] },
});

/** What is written for each resource, in the order it is listed. */
function wordsFor(resources: PreviewResource[], locale: 'en' | 'de' = 'en'): (string | undefined)[] {
  const children = createElement(ResourceList, { resources, names: new Map() });
  const messages = locale === 'de' ? german : english;
  const html = renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale, messages, timeZone: 'UTC', children }),
  );
  return html
    .split('<li')
    .slice(1)
    .map((item) => [...item.matchAll(/<p[^>]*>([^<]+)<\/p>/g)].at(-1)?.[1]);
}

it('what a preview lists is still to come: nothing of it is told as if it were there', () => {
  expect(wordsFor([resource('web1', 'create')])).toEqual(['will be created']);
  expect(wordsFor([resource('web1', 'create')], 'de')).toEqual(['wird angelegt']);
  expect(wordsFor([resource('a', 'create'), resource('b', 'remove'), resource('c', 'inPlace')])).toEqual([
    ...['will be removed', 'will be created', 'will be changed in place'],
  ]);
});
