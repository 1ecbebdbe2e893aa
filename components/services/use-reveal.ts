'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/lib/client/api-problem';
import { revealCredential } from '@/lib/client/credentials';

/** How long a password stays on the screen, in seconds. */
export const SHOWN_SECONDS = 30;

/** At most one password in clear, for a while; it lives in this page's memory and nowhere else. */
export interface Reveal {
  /** which one is in clear, and for how many seconds more */
  shown: { property: string; value: string; secondsLeft: number } | null;
  /** which one is being asked for */
  pending: string | null;
  problem: { property: string; sentence: string } | null;
  show(property: string): void;
  hide(): void;
}

/** Tells passwords of one deployed service, one at a time. */
export function useReveal(environmentId: string, serviceId: string): Reveal {
  const [shown, setShown] = useState<Reveal['shown']>(null);
  const [pending, setPending] = useState<string | null>(null);
  const [problem, setProblem] = useState<Reveal['problem']>(null);
  const asked = useRef(0);
  const hide = useCallback(() => {
    asked.current += 1;
    setShown(null);
    setPending(null);
  }, []);
  const visible = shown !== null;
  useEffect(() => {
    if (!visible) return;
    const timer = setInterval(
      () =>
        setShown((now) => (now === null || now.secondsLeft <= 1 ? null : { ...now, secondsLeft: now.secondsLeft - 1 })),
      1000,
    );
    return () => clearInterval(timer);
  }, [visible]);
  // an answer that comes when the page has gone is dropped
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  const show = useCallback(
    (property: string) => {
      hide();
      const mine = asked.current;
      setPending(property);
      setProblem(null);
      revealCredential(environmentId, serviceId, property).then(
        (value) => {
          if (asked.current !== mine) return;
          setPending(null);
          setShown({ property, value, secondsLeft: SHOWN_SECONDS });
        },
        (error: unknown) => {
          if (asked.current !== mine) return;
          setPending(null);
          setProblem({ property, sentence: sentenceOf(error) ?? '' });
        },
      );
    },
    [environmentId, serviceId, hide],
  );
  return { shown, pending, problem, show, hide };
}
