'use client';
import type { ReactNode } from 'react';
import { PlanDrawing, type PlanDrawingProps } from './plan-drawing';

/** What is asked and listed, and beside it, or below where there is no room, the same plan drawn. */
export function BesideDrawing({ children, ...drawn }: PlanDrawingProps & { children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
      <div className="min-w-0 lg:sticky lg:top-0 lg:self-start">
        <PlanDrawing {...drawn} />
      </div>
    </div>
  );
}
