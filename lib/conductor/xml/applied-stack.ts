import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '@/lib/model/json';
import { fingerprintOf, SEALED } from '@/lib/model/secret';
import { canonical } from './merge';

/**
 * What the environment's `state.appliedStack` remembers of the last successful stack update, so that a
 * deployment that changes nothing updates nothing. It is forgotten before every update and deletion: as
 * long as it stands, the stack is as it says. The engine decides this, not a driver, because the
 * document must tell by itself what is deployed, whatever cloud is behind it.
 */
export interface DesiredStack {
  template: JsonObject;
  parameters: JsonObject;
}

/** The outputs of the stack if it was last applied exactly so; else null. */
export function outputsIfApplied(model: JsonObject, desired: DesiredStack): JsonObject | null {
  const applied = isObject(model.state) ? model.state.appliedStack : null;
  if (!isObject(applied) || applied.fingerprint !== fingerprint(desired)) return null;
  return isObject(applied.outputs) ? structuredClone(applied.outputs) : {};
}

/** Notes that the stack now is as desired. */
export function recordAppliedStack(model: JsonObject, desired: DesiredStack, outputs: JsonObject): void {
  const state = isObject(model.state) ? model.state : {};
  model.state = { ...state, appliedStack: { fingerprint: fingerprint(desired), outputs: structuredClone(outputs) } };
}

/** @returns whether there was anything to forget. */
export function clearAppliedStack(model: JsonObject): boolean {
  if (!isObject(model.state) || !Object.hasOwn(model.state, 'appliedStack')) return false;
  const { appliedStack: _forgotten, ...state } = model.state;
  model.state = state;
  return true;
}

/** Equal for equal stacks; a secret counts by its own fingerprint, as it may have been sealed anew. */
function fingerprint(desired: DesiredStack): string {
  const text = canonical({ template: desired.template, parameters: desired.parameters });
  const plain = text.replace(SEALED, (sealed) => fingerprintOf(sealed) ?? sealed);
  return createHash('sha256').update(plain).digest('base64url');
}
