'use client';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

/**
 * A part that is loaded when it is shown for the first time: dialogs, menus and hints that most visits never open.
 * One that is told `open={false}` waits until it is told otherwise, and then stays, so that it can go with grace.
 *
 * @param load imports the part
 * @param waiting stands in its place until its code is there
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null) {
  const Part = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where its module begins
  return function OnDemand(props: Props): ReactNode {
    const needed = useLatched(!('open' in props) || props.open === true);
    return (
      needed && (
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      )
    );
  };
}

/** Whether something was ever true. */
export function useLatched(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}

/** Fetches the code of a part that is shown as soon as its data are there: both are on their way at once. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // whoever shows the part is told what went wrong
    load().catch(() => undefined);
  }, [load]);
}
