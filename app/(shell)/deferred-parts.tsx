'use client';
import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';

const UnseenParts = onDemand<object>(async () => (await import('./unseen-parts')).UnseenParts);

/** What stands in every page and is seen when there is something to say; its code comes once the page stands. */
export function LateParts() {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return stands && <UnseenParts />;
}
