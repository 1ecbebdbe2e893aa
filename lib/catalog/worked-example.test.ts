import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import { checkService, Neighbours } from '@/lib/model/service-rules';
import { loadCatalog, packagesFor } from './testing/load-catalog';
import { activeDirectory, environment, recordingEffects, webServer } from './testing/recording-effects';

/** The package that docs/packages.md writes, taken from the page itself. */

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'worked-example-'));
  await cp('catalog', directory, { recursive: true });
  const page = await readFile('docs/packages.md', 'utf8');
  const files = [...page.matchAll(/^#### `([^`]+)`\n[^#]*?```\w+\n(.*?)^```$/gms)];
  expect(files.map(([, file]) => file)).toHaveLength(7);
  for (const [, file, text] of files) {
    const target = path.join(directory, 'com.acme.FileServer', file ?? '');
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text ?? '');
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const fileServer = () =>
  ({
    ...webServer({ domain: 'acme.local', unitNamingPattern: 'files#' }),
    type: 'fileServer',
    name: 'files',
    share: 'plans',
  }) as ReturnType<typeof webServer> & { share: string };

it('the worked example of docs/packages.md loads, and its rules accept a service of its type', async () => {
  const catalog = await loadCatalog(directory);
  const types = await catalog.serviceTypes('tenant');
  expect(types.map(({ title }) => title)).toContain('File Server');
  expect(checkService(fileServer(), { types, others: new Neighbours(types) })).toEqual([]);
  const problems = checkService({ ...fileServer(), share: 'a b' }, { types, others: new Neighbours(types) });
  expect(problems.map((problem) => problem.path)).toEqual(['share']);
});

it('the worked example is deployed beside a domain, joins it first, and is left alone when nothing changed', async () => {
  const catalog = await loadCatalog(directory);
  const run = async (model: ReturnType<typeof environment>) => {
    const packages = await packagesFor(catalog, model);
    const { effects, recording } = recordingEffects();
    const workflows = compileWorkflows(packages.workflows);
    const options = { defaultPlanTimeoutMs: 60_000, maxRounds: 50 };
    return { ...recording, ...(await runWorkflows({ workflows, model, resources: packages, effects, options })) };
  };
  const first = await run(environment(activeDirectory(1), fileServer()));
  expect(first.errors).toBe(0);
  expect(first.rounds).toEqual([
    ['stack dc1 files1'],
    ['files1 SetPassword', 'dc1 SetPassword', 'dc1 CreatePrimaryDC'],
    ['dc1 AskDnsIp'],
    ['files1 JoinDomain'],
    ['files1 ShareFolder'],
  ]);
  expect(first.model.services[1]?.state?.path).toBe('\\\\files1\\plans');
  expect(Object.keys(first.stacks[0]?.template.resources ?? {})).toContain('file-server-access');
  expect((await run(first.model)).rounds).toEqual([]);
});
