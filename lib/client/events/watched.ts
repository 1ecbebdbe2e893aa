'use client';
import { useSyncExternalStore } from 'react';
import { isObject } from '@/lib/model/json';

/** A deployment that somebody wants to be told of when it ends. */
export interface WatchedRun {
  environmentId: string;
  runId: string;
  /** of the environment, to be named in a notification */
  name: string;
  /** what the deployment is called: "Version 2" */
  run: string;
  /** what it was asked to do, in words */
  about: string;
  /** milliseconds since the epoch */
  since: number;
}

const KEY = 'vetro.watched';
/** What has not ended after so long is forgotten, in milliseconds. */
const FORGET_MS = 24 * 3600 * 1000;
const NONE: readonly WatchedRun[] = [];

const listeners = new Set<() => void>();
let known: { text: string | null; list: readonly WatchedRun[] } = { text: null, list: NONE };

/** The deployments that this browser watches, in all its tabs. */
export function watchedRuns(): readonly WatchedRun[] {
  const text = stored();
  // the same list for the same text: React compares by identity
  if (known.text !== text) known = { text, list: parse(text) };
  return known.list;
}

/** Watches a deployment in all tabs of this browser. */
export function watchRun(watched: Omit<WatchedRun, 'since'>): void {
  store([...others(watched.runId), { ...watched, since: Date.now() }]);
}

/** Stops watching a deployment. */
export function forgetRun(runId: string): void {
  store(others(runId));
}

/** The watched deployments, live; none on the server. */
export function useWatched(): readonly WatchedRun[] {
  return useSyncExternalStore(subscribe, watchedRuns, () => NONE);
}

function others(runId: string): WatchedRun[] {
  const oldest = Date.now() - FORGET_MS;
  return watchedRuns().filter((one) => one.runId !== runId && one.since > oldest);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // what other tabs write
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function store(list: WatchedRun[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // a browser that stores nothing watches in this tab alone
    known = { text: stored(), list };
  }
  for (const listener of listeners) listener();
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return known.text;
  }
}

function parse(text: string | null): readonly WatchedRun[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) && list.every(isWatched) ? list : NONE;
  } catch {
    return NONE;
  }
}

function isWatched(value: unknown): value is WatchedRun {
  return (
    isObject(value) &&
    ['environmentId', 'runId', 'name', 'run', 'about'].every((name) => typeof value[name] === 'string') &&
    typeof value.since === 'number'
  );
}
