'use client';
import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';

const BackgroundParts = onDemand<object>(async () => (await import('./background-parts')).BackgroundParts);

/** What stands in every page and is seen when there is something to say; its code comes once the page stands. */
export function DeferredParts() {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return stands && <BackgroundParts />;
}
