'use client';
import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { logoUrl } from '@/lib/client/catalog';
import { useLogoVersions } from './logo-versions';

/** The picture that a package brings for its service; a plain one when it brings none. */
export function ServiceLogo({ type, className }: { type: string; className?: string }) {
  const versions = useLogoVersions();
  const [missing, setMissing] = useState(false);
  if (missing || type === '') return <Boxes aria-hidden className={cn('size-6 shrink-0 text-ink-muted', className)} />;
  return (
    // biome-ignore lint/performance/noImgElement: a small picture behind the sign-in, nothing to optimise
    <img
      src={logoUrl(type, versions)}
      alt=""
      className={cn('size-6 shrink-0 object-contain', className)}
      onError={() => setMissing(true)}
    />
  );
}
