'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { tellTimeZone } from '@/lib/client/language';

/** Times are shown in the zone of whoever looks: the first visit tells the server which. */
export function TimeZone() {
  const router = useRouter();
  useEffect(() => {
    if (tellTimeZone()) router.refresh();
  }, [router]);
  return null;
}
