import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { deadCodeOf } from './dead-code-of.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** What is dead in a checkout with these files, as `file name`. */
function dead(files) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'dead-code-'));
  folders.push(root);
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  return deadCodeOf(root).map(({ file, name, kind }) => (kind === 'file' ? file : `${file} ${name}`));
}

const STEP = 'export function step(at: number) { return at + 1; }\n';
const PRODUCT = {
  'app/runs/page.tsx': "import { step } from '@/lib/engine/step'; export default function Page() { return step(1); }",
  'lib/engine/step.ts': STEP,
};

describe('code that no user reaches', () => {
  it('is none where pages, programs and threads reach all of it', () => {
    expect(dead(PRODUCT)).toEqual([]);
    const thread = "import { step } from '../step'; export const answer = () => step(2);";
    expect(dead({ 'lib/engine/step.ts': STEP, 'lib/engine/worker/worker.ts': thread })).toEqual([]);
    expect(
      dead({ 'lib/engine/step.ts': STEP, 'agent/main.ts': "import { step } from '../lib/engine/step'; step(3);" }),
    ).toEqual([]);
  });

  it.each([
    ['a suite', 'conformance/engine/adapter.ts'],
    ['a benchmark', 'bench/engine/workloads.ts'],
    ['a test', 'lib/engine/copied-step.test.ts'],
    ['a folder of tests', 'lib/engine/testing/steps.ts'],
    ['a test against a real cloud', 'lib/engine/step.openstack.ts'],
    ['a story', 'e2e/stories/step.spec.ts'],
    ['a script', 'scripts/step.mjs'],
  ])('is a copy of an engine function that %s alone uses', (_, user) => {
    const copied = { 'lib/engine/copied-step.ts': STEP.replace('step', 'copiedStep') };
    const uses = "import { copiedStep } from '@/lib/engine/copied-step'; copiedStep(1);";
    expect(dead({ ...PRODUCT, ...copied, [user]: uses })).toEqual(['lib/engine/copied-step.ts']);
    const beside = { 'lib/engine/step.ts': `${STEP}${STEP.replace('step', 'copiedStep')}` };
    const usesThat = "import { copiedStep } from '@/lib/engine/step'; copiedStep(1);";
    expect(dead({ ...PRODUCT, ...beside, [user]: usesThat })).toEqual(['lib/engine/step.ts copiedStep']);
  });
});
