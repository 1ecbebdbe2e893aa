import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Toaster } from '@/components/ui/toast';
import { queryKeys } from '@/lib/client/query-keys';
import german from '@/messages/de';
import english from '@/messages/en';
import { useStartAgain } from './start-again';

const ENVIRONMENT = 'e'.repeat(32);

function StartAgain() {
  return useStartAgain(ENVIRONMENT, 's'.repeat(32)).button;
}

/** The button of a draft that was overtaken, while a run goes on in its environment or none does. */
function button(run: string | null, locale: 'en' | 'de' = 'en'): string {
  const queries = new QueryClient();
  queries.setQueryData(queryKeys.environmentDetail(ENVIRONMENT), { active_deployment_id: run });
  const toaster = createElement(Toaster, null, createElement(StartAgain));
  const routed = createElement(AppRouterContext, { value: {} as never }, toaster);
  const children = createElement(QueryClientProvider, { client: queries }, routed);
  const messages = locale === 'de' ? german : english;
  return renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale, messages, timeZone: 'UTC', now: new Date(0), children }),
  );
}

it('a draft is not started again while the run that came first goes on, and its button says why', () => {
  const off = button('d'.repeat(32));
  expect(off).toMatch(/<button[^>]*aria-disabled="true"/);
  expect(off).toContain('The deployment that came first is still running. You can start again when it is over.');
  expect(button('d'.repeat(32), 'de')).toContain(german.session.again.deploying);
});

it('it is once that is over', () => {
  const on = button(null);
  expect(on).toContain('Start again with my changes');
  expect(on).not.toContain('aria-disabled="true"');
  expect(on).not.toContain('still running');
});
