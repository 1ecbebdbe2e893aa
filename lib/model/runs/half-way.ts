import { hostOf } from '../installed';
import { isObject, type JsonObject } from '../json';
import { isResizing, ResizeResultSchema } from './execution';
import type { RunView } from './run-view';

/** A modification that was left half-way. */
export interface HalfWay {
  run: RunView;
  what: 'grow' | 'shrink' | 'uninstall' | 'update';
  /** what the machines are called that it was to add, and that are part of the environment now */
  added: string[];
  /** those that it was to remove, and that are gone */
  removed: string[];
}

/**
 * What the newest run of an environment has left half-way; null when it came to its end, took back what it had made, or
 * modifies nothing.
 *
 * @param services as they are deployed now
 */
export function halfWay(
  run: RunView,
  services: readonly { units: readonly { name: string; state?: unknown }[] }[],
): HalfWay | null {
  const { kind, outcome, result } = run;
  if (outcome !== 'failed' && outcome !== 'cancelled') return null;
  if (kind === 'update') return { run, what: 'update', added: [], removed: [] };
  if (!isResizing(kind)) return null;
  const parsed = ResizeResultSchema.safeParse(isObject(result) ? result : {});
  const resize = parsed.success ? parsed.data : { added: [], removed: [], rolled_back: null };
  if (resize.rolled_back === true) return null;
  const there = new Set(
    services.flatMap(({ units }) =>
      units.map(({ name, state }) => hostOf({ name, state: state as JsonObject | undefined })),
    ),
  );
  const added = resize.added.filter((host) => there.has(host));
  return {
    run,
    what: kind === 'uninstall' ? 'uninstall' : resize.added.length > 0 ? 'grow' : 'shrink',
    added,
    removed: resize.removed.filter((host) => !there.has(host)),
  };
}
