import type { Invocation, OperationExecutor, OperationResult } from '@/lib/conductor/lifecycle';
import type { JsonObject } from '@/lib/model/json';
import { type Named, Reference } from './reference';
import type { Answers, TopologySpec } from './scenario';
import type { SimulatedTime } from './simulated-time';
import { eachAnswer } from './topology';

type Outcome = 'pass' | 'fail' | 'retry' | 'lost';

interface Entry extends JsonObject {
  op: string;
  start: number;
  end: number | null;
  outcome: Outcome | null;
}

interface Running {
  named: Named;
  entry: Entry;
  release: (() => void) | null;
}

/** Answers for every operation as the scenario says, and writes down when each began and ended. */
export class FakePlugin implements OperationExecutor {
  trace: Entry[] = [];
  private tickCount = 0;
  private answers: { reference: Reference; answer: string }[] = [];
  private readonly released: Reference[] = [];
  private counts = new Map<string, number>();
  private running = new Set<Running>();
  private readonly lastOf = new Map<string, Promise<OperationResult>>();
  private state: number;

  constructor(
    private readonly time: SimulatedTime,
    seed: number,
    private readonly nameOf: (id: string) => string,
  ) {
    this.state = seed;
  }

  /** One more event of the run's clock. */
  tick(): number {
    this.tickCount += 1;
    return this.tickCount;
  }

  /** The answers of a topology take the place of earlier ones. */
  learn({ nodes }: TopologySpec): void {
    for (const { id, operations, relationships = [] } of nodes) {
      this.change(prefixed(id, operations));
      for (const { target, sourceOps, targetOps } of relationships) {
        this.change(prefixed(`${id}->${target}`, sourceOps, '@source'));
        this.change(prefixed(`${id}->${target}`, targetOps, '@target'));
      }
    }
  }

  change(answers: Answers): void {
    for (const [text, answer] of Object.entries(answers)) {
      this.answers.unshift({ reference: new Reference(text), answer });
    }
  }

  /** What was done so far is no part of the trace. */
  forget(): void {
    this.trace = [];
    this.counts = new Map();
  }

  get isIdle(): boolean {
    return [...this.running].every(({ release }) => release !== null);
  }

  hasBegun(text: string): boolean {
    const reference = new Reference(text);
    return this.trace.filter((entry) => reference.covers(named(entry))).length >= (reference.nth ?? 1);
  }

  release(text: string): void {
    const reference = new Reference(text);
    this.released.push(reference);
    for (const running of [...this.running]) if (reference.covers(running.named)) running.release?.();
  }

  /** The engine has died: nobody knows what comes of what runs. */
  crash(): void {
    for (const { entry } of this.running) Object.assign(entry, { end: this.tick(), outcome: 'lost' });
    this.running = new Set();
    this.lastOf.clear();
  }

  /** Calls of one instance wait for each other, as a machine takes what it is sent one after the other. */
  execute(invocation: Invocation): Promise<OperationResult> {
    const key = JSON.stringify('instance' in invocation.subject ? invocation.subject.instance : invocation.subject);
    const before = this.lastOf.get(key);
    const result = before ? before.then(() => this.carryOut(invocation)) : this.carryOut(invocation);
    this.lastOf.set(key, result);
    void result.then(() => {
      if (this.lastOf.get(key) === result) this.lastOf.delete(key);
    });
    return result;
  }

  private carryOut({ operation, subject, inputs }: Invocation): Promise<OperationResult> {
    const ends: JsonObject =
      'instance' in subject
        ? { instance: this.nameOf(subject.instance) }
        : { source: this.nameOf(subject.source), target: this.nameOf(subject.target), side: subject.side };
    const given: JsonObject = Object.keys(inputs).length > 0 ? { inputs } : {};
    const entry: Entry = { op: operation, ...ends, start: this.tick(), end: null, outcome: null, ...given };
    this.trace.push(entry);
    const me: Running = { named: named(entry), entry, release: null };
    this.running.add(me);
    const key = JSON.stringify([operation, ends]);
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    const answer = this.answers.find(({ reference }) => reference.covers(me.named))?.answer ?? 'pass';
    const result = resultOf(answer, count);
    return new Promise((resolve) => {
      const finish = () => {
        if (!this.running.delete(me)) return;
        Object.assign(entry, { end: this.tick(), outcome: outcomeOf(result) });
        resolve(result);
      };
      if (answer === 'block' && !this.released.some((one) => one.covers(me.named))) me.release = finish;
      else this.time.after(this.random() * 20, finish);
    });
  }

  /** Between 0 and 1, from the seed (mulberry32). */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function prefixed(who: string, answers: Answers | undefined, side = ''): Answers {
  return Object.fromEntries(Object.entries(eachAnswer(answers)).map(([op, answer]) => [`${who}.${op}${side}`, answer]));
}

function named(entry: Entry): Named {
  const { op, instance, source, target, side } = entry as Entry & Record<string, string>;
  return instance !== undefined ? { op, ends: [instance] } : { op, ends: [String(source), String(target)], side };
}

const FAILURES: Record<string, number> = { 'fail-once': 1, 'fail-twice': 2 };

function resultOf(answer: string, count: number): OperationResult {
  if (answer === 'fail') return { ok: false, message: 'the operation fails', recoverable: false };
  if (answer.startsWith('fail-')) {
    const failures = FAILURES[answer] ?? Number(answer.slice(5));
    if (count <= failures) return { ok: false, message: 'the operation fails this time', recoverable: true };
  }
  if (answer === 'true') return { ok: true, value: true };
  return answer === 'drift' ? { ok: true, value: { drift: 'it is not as it was made' } } : { ok: true };
}

function outcomeOf(result: OperationResult): Outcome {
  return result.ok ? 'pass' : result.recoverable ? 'retry' : 'fail';
}
