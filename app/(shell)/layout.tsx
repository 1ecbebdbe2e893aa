import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { Frame } from '@/components/shell/frame';
import { MeProvider } from '@/components/shell/me-context';
import { DrawnPlans } from '@/components/topology/plan/drawn-plans';
import { currentMe } from '@/lib/api/current-user';
import { DeferredParts } from './deferred-parts';

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const me = await currentMe();
  if (!me) {
    const here = (await headers()).get('x-page-path') ?? '/';
    redirect(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
  }
  return (
    <MeProvider me={me}>
      <DrawnPlans>
        <Frame>{children}</Frame>
      </DrawnPlans>
      <DeferredParts />
    </MeProvider>
  );
}
