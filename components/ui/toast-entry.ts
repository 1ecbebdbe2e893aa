export type ToastKind = 'success' | 'error' | 'info';

/** Something to tell that the list of toasts has not taken yet. */
export interface ToastEntry {
  id: number;
  kind: ToastKind;
  title: string;
  description?: string;
}
