import type { MessagePort } from 'node:worker_threads';
import { fromProblem } from '@/lib/errors';
import type { Effects } from '@/lib/ports/conductor';
import type { EffectCall, FromWorker, PlainEffect, ToWorker } from './messages';

/** Effects as a task sees them in its worker. */
export interface RemoteEffects {
  effects: Effects;
  /** Sends at once what was asked for. */
  flush(): void;
  /** Hands over what the other side said of an effect. */
  settle(said: Exclude<ToWorker, { kind: 'packages' }>): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * `Effects` that ask the process behind a port. What is asked for in one go travels in one message: it is performed in
 * one go as well, in the same order.
 */
export function createRemoteEffects(port: MessagePort): RemoteEffects {
  const waiting = new Map<number, Waiting>();
  /** which call a promise is the answer of */
  const ids = new WeakMap<Promise<unknown>, number>();
  let lastId = 0;
  let outgoing: EffectCall[] = [];

  const flush = () => {
    if (outgoing.length === 0) return;
    const calls = outgoing;
    outgoing = [];
    port.postMessage({ kind: 'calls', calls } satisfies FromWorker);
  };
  const send = (call: EffectCall) => {
    if (outgoing.push(call) === 1) queueMicrotask(flush);
  };
  const answerOf = <Answer>(call: (id: number) => EffectCall): Promise<Answer> => {
    const id = ++lastId;
    const answer = new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve: (value) => resolve(value as Answer), reject });
    });
    // Whoever asked may look at it later: an error that is not looked at yet must not end the worker.
    answer.catch(() => undefined);
    ids.set(answer, id);
    send(call(id));
    return answer;
  };
  const ask =
    <Args extends unknown[], Answer>(effect: PlainEffect) =>
    (...args: Args): Promise<Answer> =>
      answerOf((id) => ({ id, effect, args }));
  const notify =
    <Args extends unknown[]>(effect: PlainEffect) =>
    async (...args: Args): Promise<void> =>
      send({ id: null, effect, args });

  const effects: Effects = {
    updateStack: ask('updateStack'),
    deleteStack: ask('deleteStack'),
    readStack: ask('readStack'),
    networks: ask('networks'),
    executePlan: ask('executePlan'),
    suspension: ask('suspension'),
    cancelled: ask('cancelled'),
    sleep: ask('sleep'),
    // They take effect in their place among the others: nothing depends on when they are done.
    report: notify('report'),
    failureHandled: notify('failureHandled'),
    saveModel: notify('saveModel'),
    first: (pending) =>
      answerOf((id) => ({ id, effect: 'first', pending: pending.map((one) => ids.get(one) ?? null) })),
  };
  return {
    effects,
    flush,
    settle: (said) => {
      const asked = waiting.get(said.id);
      waiting.delete(said.id);
      if (said.kind === 'answer') asked?.resolve(said.value);
      else asked?.reject(fromProblem(said.problem));
    },
  };
}
