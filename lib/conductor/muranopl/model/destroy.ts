import { isFinal } from '../errors';
import type { Execution } from '../execution/execution';
import type { MuranoObject } from '../objects/murano-object';
import { invoke } from '../statements/invoke';
import type { MuranoType } from '../types/murano-type';

/**
 * Destroys objects together. First those who wanted to know are told, owners and subscribers before what they
 * own or watch; then `.destroy` of each runs, of its own class and of those above, the other way round. Errors
 * of `.destroy` and of handlers are swallowed: nobody is left to care.
 */
export function* destroyAll(execution: Execution, doomed: readonly MuranoObject[]): Generator<unknown, void, unknown> {
  if (doomed.length === 0) return;
  const order = inOrder(doomed);
  for (const object of order) object.life = 'doomed';
  for (const object of order) yield* notify(execution, object);
  for (const object of order.reverse()) {
    yield* runDestroy(execution, object, object.type, new Set());
    object.life = 'destroyed';
    execution.objects.remove(object);
  }
}

/** Owners before what they own, subscribers before what they watch. */
function inOrder(doomed: readonly MuranoObject[]): MuranoObject[] {
  const all = new Set(doomed);
  const placed = new Set<MuranoObject>();
  const order: MuranoObject[] = [];
  const place = (object: MuranoObject) => {
    if (placed.has(object) || !all.has(object)) return;
    placed.add(object);
    if (object.owner) place(object.owner);
    for (const { subscriber } of object.subscriptions) place(subscriber);
    order.push(object);
  };
  for (const object of doomed) place(object);
  return order;
}

function* notify(execution: Execution, object: MuranoObject): Generator<unknown, void, unknown> {
  for (const { subscriber, handler } of object.subscriptions) {
    if (handler === null || subscriber.life === 'destroyed') continue;
    const [method] = subscriber.type.methods(handler);
    if (!method) continue;
    yield* swallowing(invoke(execution, { method, receiver: subscriber, args: [object], caller: undefined }));
  }
}

function* runDestroy(
  execution: Execution,
  object: MuranoObject,
  type: MuranoType,
  done: Set<MuranoType>,
): Generator<unknown, void, unknown> {
  if (done.has(type)) return;
  done.add(type);
  const method = type.declaredMethod('.destroy');
  if (method) yield* swallowing(invoke(execution, { method, receiver: object, args: [], caller: undefined }));
  for (const parent of type.parents) yield* runDestroy(execution, object, parent, done);
}

function* swallowing(work: Generator<unknown, unknown, unknown>): Generator<unknown, void, unknown> {
  try {
    yield* work;
  } catch (error) {
    if (isFinal(error)) throw error;
  }
}
