'use client';
import { useSyncExternalStore } from 'react';

const KEY = 'vetro.presenter';
const listeners = new Set<() => void>();

/** Presenter mode: larger type, and secrets masked even where one may see them. Remembered in this browser. */
export const presenter = {
  on: (): boolean => {
    try {
      return localStorage.getItem(KEY) === '1';
    } catch {
      // a browser that keeps nothing remembers nothing
      return document.documentElement.dataset.presenter !== undefined;
    }
  },
  set: (on: boolean): void => {
    try {
      if (on) localStorage.setItem(KEY, '1');
      else localStorage.removeItem(KEY);
    } catch {
      // it then lasts as long as the page
    }
    showPresenter(on);
    for (const listener of listeners) listener();
  },
};

/** Marks the page, for the styles of presenter mode. */
export function showPresenter(on: boolean): void {
  if (on) document.documentElement.dataset.presenter = '';
  else delete document.documentElement.dataset.presenter;
}

/** Whether presenter mode is on, in any tab of this browser; off on the server. */
export function usePresenter(): boolean {
  return useSyncExternalStore(subscribe, presenter.on, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
