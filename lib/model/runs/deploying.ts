import type { RunKind } from './kinds';

/** Kinds whose runs make a document true; apart from the kinds themselves, which bring schemas that a list does not need. */
const DEPLOYING: readonly RunKind[] = ['deploy', 'scale', 'uninstall'];

/** Whether runs of a kind deploy. */
export function deploys(kind: RunKind): boolean {
  return DEPLOYING.includes(kind);
}
