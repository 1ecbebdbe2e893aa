'use client';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { onDemand, useLatched } from './on-demand';
import type { ToastEntry, ToastKind } from './toast-entry';

type ShowToast = (kind: ToastKind, title: string, description?: string) => void;

const ToastContext = createContext<ShowToast | null>(null);

const Stack = onDemand<ComponentProps<typeof import('./toast-stack').ToastStack>>(
  async () => (await import('./toast-stack')).ToastStack,
);

/** Short echoes of what happened. An error's own place is where it arose; the toast only repeats it. */
export function useToast() {
  const showToast = useContext(ToastContext);
  if (!showToast) throw new Error('toasts are told inside of Toaster');
  return useMemo(() => {
    const show = (kind: ToastKind) => (title: string, description?: string) => showToast(kind, title, description);
    return { success: show('success'), error: show('error'), info: show('info') };
  }, [showToast]);
}

/** Gathers what is told on a page and shows it. */
export function Toaster({ children }: { children: ReactNode }) {
  const [entries, setEntries] = useState<readonly ToastEntry[]>([]);
  const last = useRef(0);
  const add = useCallback<ShowToast>((kind, title, description) => {
    last.current += 1;
    const id = last.current;
    setEntries((known) => [...known, { id, kind, title, description }]);
  }, []);
  const taken = useCallback((ids: readonly number[]) => {
    setEntries((known) => known.filter(({ id }) => !ids.includes(id)));
  }, []);
  return (
    <ToastContext value={add}>
      {children}
      {useLatched(entries.length > 0) && <Stack entries={entries} onTaken={taken} />}
    </ToastContext>
  );
}
