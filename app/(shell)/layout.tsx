import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { WatchEnds } from '@/components/deployments/watch/watch-ends';
import { Frame } from '@/components/shell/frame';
import { MeProvider } from '@/components/shell/me-context';
import { StepUp } from '@/components/shell/step-up';
import { DrawnPlans } from '@/components/topology/plan/drawn-plans';
import { currentMe } from '@/lib/api/current-user';

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
      <WatchEnds />
      <StepUp />
    </MeProvider>
  );
}
