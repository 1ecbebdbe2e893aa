import type { RunKind } from './kinds';

/**
 * Kinds whose runs make another document of the environment true: they are shown as far as they have come, compared and
 * gone back to. Apart from the registry of kinds, which brings schemas that a list in a browser does not need.
 */
export const DEPLOYING_KINDS: readonly RunKind[] = ['deploy', 'scale', 'uninstall'];

/** Whether runs of a kind make another document of the environment true. */
export function deploys(kind: RunKind): boolean {
  return DEPLOYING_KINDS.includes(kind);
}
