'use client';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';

/** A place to drop one file on, with a button for whoever does not drag. */
export function FileDrop({ onFile, pending }: { onFile: (file: File) => void; pending: boolean }) {
  const t = useTranslations('templates.import');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !pending) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-col items-center gap-3 rounded-xl border border-dashed px-6 py-10 text-center transition-colors',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong/60 bg-sunken/40',
      )}
    >
      <FileUp aria-hidden className="size-7 text-accent-ink" />
      <p className="text-ink-muted">{pending ? t('checking') : t('drop')}</p>
      <Button pending={pending} onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('choose')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take(event.currentTarget.files);
          // the same file, corrected, may be chosen again
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
