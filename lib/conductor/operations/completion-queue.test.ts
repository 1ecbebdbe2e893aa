import { describe, expect, it } from 'vitest';
import { firstEnded } from '../language/first-ended';
import { CompletionQueue } from './completion-queue';

/** Asks for an effect and notes in which round; what follows is asked when its turn has come. */
function program(queue: CompletionQueue) {
  const rounds: [name: string, round: number][] = [];
  const ask = async (name: string) => {
    rounds.push([name, queue.round]);
    return queue.completion(Promise.resolve(name));
  };
  return { rounds, ask };
}

describe('a completion queue', () => {
  it('numbers what is asked by how many completions lie before it', async () => {
    const queue = new CompletionQueue({ first: firstEnded });
    const { rounds, ask } = program(queue);
    let over = 0;
    const chain = async (name: string, length: number) => {
      for (let at = 0; at < length; at += 1) await ask(`${name}${at}`);
      over += 1;
    };
    void chain('a', 3);
    void chain('b', 2);
    await queue.drain(() => over === 2);
    expect(rounds.toSorted()).toEqual([
      ['a0', 0],
      ['a1', 1],
      ['a2', 2],
      ['b0', 0],
      ['b1', 1],
    ]);
  });

  it('begins another phase behind everything of the phase before', async () => {
    const queue = new CompletionQueue({ first: firstEnded });
    const { rounds, ask } = program(queue);
    for (const phase of ['stop', 'start']) {
      let left = 2;
      for (const name of ['x', 'y'])
        void ask(`${phase} ${name}`).then(() => {
          left -= 1;
        });
      await queue.drain(() => left === 0);
    }
    expect(rounds).toEqual([
      ['stop x', 0],
      ['stop y', 0],
      ['start x', 1],
      ['start y', 1],
    ]);
  });
});
