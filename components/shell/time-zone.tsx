'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { storeTimeZone } from '@/lib/client/language';

/** Times are shown in the zone of whoever looks: the first visit tells the server which. */
export function TimeZone() {
  const router = useRouter();
  useEffect(() => {
    if (storeTimeZone()) router.refresh();
  }, [router]);
  return null;
}
