'use client';
import { sentenceOf } from '@/lib/client/api-problem';

/** What went wrong with what was asked for, beside its button; nothing when nothing did. */
export function ErrorLine({ error }: { error: unknown }) {
  return error ? (
    <p role="alert" className="text-failed-text">
      {sentenceOf(error)}
    </p>
  ) : null;
}
