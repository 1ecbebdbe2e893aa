'use client';
import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button';

/** Copies a text and says that it did. */
export function CopyButton({ text, label }: { text: string | (() => string); label?: string }) {
  const t = useTranslations('ui');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        label={copied ? t('copied') : (label ?? t('copy'))}
        size="sm"
        onClick={() => {
          navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}
