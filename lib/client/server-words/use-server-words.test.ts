import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

const SENTENCE = 'There is no such environment. It may have been deleted.';

function Sentence({ useServerWords }: { useServerWords: () => (said: string) => string }) {
  return createElement('p', null, useServerWords()(SENTENCE));
}

/** What a page shows at first, where no words were loaded yet. */
async function firstPaint(locale: 'de' | 'en'): Promise<string> {
  vi.resetModules();
  const { useServerWords } = await import('./use-server-words');
  const children = createElement(Sentence, { useServerWords });
  return renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale, messages: {}, timeZone: 'UTC', children }),
  );
}

it('nobody who reads German sees English at first: nothing, until the words are there', async () => {
  expect(await firstPaint('de')).toBe('<p></p>');
  expect(await firstPaint('en')).toBe(`<p>${SENTENCE}</p>`);
});
