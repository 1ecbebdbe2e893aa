import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FocusRestorer } from './focus-restorer';
import { Palette } from './palette/palette';
import { PresenterMode } from './presenter-mode';
import { Sidebar } from './sidebar';
import { TimeZone } from './time-zone';
import { TopBar } from './top-bar';

/** The signed-in frame: the way past it for keyboards, the places, the page. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  return (
    <Palette>
      <TimeZone />
      <FocusRestorer />
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skipToContent')}
      </a>
      <div className="flex min-h-dvh flex-col lg:flex-row">
        <header data-beside-wall className="contents">
          <Sidebar />
          <TopBar />
        </header>
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      <PresenterMode />
    </Palette>
  );
}

/** The width and the margins of a page. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">{children}</div>
  );
}
