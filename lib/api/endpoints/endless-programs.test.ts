import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { ENDLESS, endless } from '@/lib/conductor/runtime/testing/endless';
import type { JsonObject } from '@/lib/model/json';

/** Far more than a program needs that ends, and far less than a test has. */
const product = productForTests({ catalogDirectory: catalogWith(ENDLESS), conductor: { maxProcessorMs: 1_500 } });

type Program = Parameters<typeof endless>[0];

async function draftOf(program: Program) {
  const { member } = product;
  const { at } = await newEnvironment(member);
  const session = await open(member, at);
  await member.ok('POST', `${at}/services`, { session, body: endless(program) });
  return { at, session };
}

async function runOf(at: string, id: string): Promise<JsonObject> {
  return object((await product.member.ok('GET', `${at}/deployments/${id}`)).deployment);
}

describe('a program of a package that does not come to an end', () => {
  it.each<[Program, RegExp]>([
    ['loop', /line \d+: The program was stopped because .* in method loop of class com\.example\.Endless\.$/],
    ['branches', /line \d+: The program was stopped because .* in method branches of class com\.example\.Endless\.$/],
    ['calls', /line \d+: The program was stopped because .*/],
    ['pattern', /Endless\.yaml, line \d+: The expression was stopped because it took .* in one piece/],
    ['memory', /line \d+: The (program|expression) was stopped because /],
  ])('fails its deployment with its place, and the server answers meanwhile: %s', async (program, sentence) => {
    const { member } = product;
    const { at, session } = await draftOf(program);
    const id = await deploy(member, at, session);
    let answers = 0;
    const beside = async () => {
      while (object((await member.call('GET', at)).json).status === 'deploying') answers += 1;
    };
    await beside();
    expect(await settled(member, at)).toMatchObject({ status: 'failed' });
    const { state, problem } = await runOf(at, id);
    expect({ state, problem }).toMatchObject({ state: 'completed_w_errors', problem: { code: 'program_failed' } });
    expect(text(object(problem).sentence)).toMatch(sentence);
    // A pattern is stopped before anyone has time to ask.
    if (program !== 'pattern') expect(answers).toBeGreaterThan(2);
  });

  it('can be cancelled while it loops', async () => {
    const { member } = product;
    const { at, session } = await draftOf('loop');
    const id = await deploy(member, at, session);
    while (text((await runOf(at, id)).state) === 'queued');
    const cancelled = await member.call('POST', `${at}/deployments/${id}/cancel`);
    expect(cancelled.status).toBeLessThan(300);
    await settled(member, at);
    expect(await runOf(at, id)).toMatchObject({ state: 'cancelled' });
  });

  it('ends its preview too, and the server answers meanwhile', async () => {
    const { member } = product;
    const { at, session } = await draftOf('branches');
    let isOver = false;
    const preview = member.ok('GET', `${at}/sessions/${session}/preview`).finally(() => {
      isOver = true;
    });
    let answers = 0;
    while (!isOver) {
      expect((await member.call('GET', at)).status).toBe(200);
      answers += 1;
    }
    expect(answers).toBeGreaterThan(3);
    const { complete, problems } = await preview;
    // Which of its two ceilings comes first, that of the time or that of the processor, hangs on the machine.
    if (complete === true) expect(JSON.stringify(problems)).toContain('The program was stopped because');
  });
});
