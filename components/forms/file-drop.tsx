'use client';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';

interface FileDropProps {
  onFile: (file: File) => void;
  pending: boolean;
  /** what the place says, before the button and while a file is on its way */
  words: { drop: string; choose: string; pending: string };
  /** the files to choose from, as a file input takes them: `.json,application/json` */
  accept: string;
}

/** A place to drop one file on, with a button for whoever does not drag. */
export function FileDrop({ onFile, pending, words, accept }: FileDropProps) {
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
      <p className="text-ink-muted">{pending ? words.pending : words.drop}</p>
      <Button pending={pending} onClick={() => input.current?.click()}>
        {words.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={words.choose}
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
