'use client';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';

/** One entry of a list of administration: what it is called and is, what can be done with it, and more of it below. */
export function EntryCard({
  title,
  badges,
  sentence,
  menu,
  children,
}: {
  title: string;
  badges: ReactNode;
  sentence: ReactNode;
  menu: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="[contain-intrinsic-size:auto_10rem] [content-visibility:auto]">
      <Card className="flex flex-col gap-4 p-4 sm:px-5">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="break-words font-semibold text-[15px]">{title}</h3>
              {badges}
            </div>
            <p className="mt-0.5 break-words text-ink-muted">{sentence}</p>
          </div>
          {menu}
        </div>
        {children}
      </Card>
    </li>
  );
}
