'use client';
import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';

const EndNotifier = onDemand<object>(async () => (await import('./end-notifier')).EndNotifier);

/** Stands in every page and tells when a watched deployment is over; its code comes once the page stands. */
export function WatchEnds() {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return stands && <EndNotifier />;
}
