import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PolicyChecker, PolicyQuestion } from '@/lib/ports/policies';
import { HANG_MS } from '@/lib/testing/patience';
import { createPolicyChecker } from './policy-checker';

/** Rules that go on for as long as they may: there are a thousand million ways to put ten words together. */
const ENDLESS = `n(x) :- parameter("word", x)
predeploy_errors(e, e, "never") :- murano:states(e, s), ${[...'abcdefghijkl']
  .map((letter, at) => `n(${letter}1), concat(${at === 0 ? '""' : `z${at - 1}`}, ${letter}1, z${at})`)
  .join(', ')}, equal(z11, "nothing")`;
const parameters = { word: Array.from({ length: 20 }, (_, n) => `word${n}`) };

let checker: PolicyChecker;
beforeAll(() => {
  // Nothing here ends because of its time.
  checker = createPolicyChecker([], { longestMs: HANG_MS });
});
afterAll(() => checker.close());

const question = (tenant: string, text: string, more: Partial<PolicyQuestion> = {}): PolicyQuestion => ({
  ruleSets: [{ id: 'rule', text, parameters, modifies: false }],
  model: { id: 'e'.repeat(32), name: 'e', services: [] },
  deployed: null,
  types: [],
  objects: [],
  context: {
    offer: null,
    kind: 'deploy',
    action: null,
    user: { name: 'anna', role: 'member' },
    tenant: { id: tenant, name: tenant },
    time: { date: '2026-11-27', weekday: 5, hour: 12, minute: 0, second: 0 },
  },
  ...more,
});

test('a run does not wait for what tenants try, however much; a tenant with too much of it is refused', async () => {
  const over: string[] = [];
  const trials = Array.from({ length: 8 }, (_, n) =>
    (n % 2 === 0
      ? checker.explain(question('many', ENDLESS), 'predeploy_errors(e, o, m)')
      : checker.check(question('many', ENDLESS, { isTrial: true }))
    ).then(
      () => over.push('trial'),
      () => undefined,
    ),
  );
  const refused = { kind: 'limit_exceeded', code: 'too_many_questions', retryAfterSeconds: 5 };
  await expect(checker.problemsOf('p(1)', 'many')).rejects.toMatchObject(refused);
  await expect(checker.readFile('{}', 'many')).rejects.toMatchObject(refused);
  const other = checker.problemsOf('p("a")', 'other').then(
    () => over.push('other'),
    () => undefined,
  );

  const answer = await checker.check(question('many', 'predeploy_warnings(e, e, "seen") :- murano:states(e, s)'));
  over.push('run');
  expect(answer.failures).toEqual([]);
  expect(answer.verdicts).toMatchObject([{ kind: 'warning', message: 'seen' }]);
  // At most the trial that has the thread was over before.
  expect(over.filter((one) => one === 'trial').length).toBeLessThan(2);
  await checker.close();
  await Promise.all([...trials, other]);
});
