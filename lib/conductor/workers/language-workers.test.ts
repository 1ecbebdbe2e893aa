import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLibrary } from '@/lib/catalog/library';
import type { HostedTask, LanguageHost } from '@/lib/conductor/language/language-host';
import { RecordedWorld } from '@/lib/conductor/muranopl/world';
import { errors } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import { eventually } from '@/lib/testing/patience';
import { createLanguageWorkers } from './language-workers';

const id = (digit: string) => digit.repeat(32);
const library = await readLibrary(path.resolve('lib/conductor/muranopl/library'));
const limits = { defaultPlanTimeoutMs: 1_000, maxRounds: 50, maxProcessorMs: 30_000, maxItems: 2_000 };
const origin = {
  startedAt: '2026-03-01T12:00:00.000Z',
  seed: 'workers',
  project: { id: id('f'), name: 'contoso' },
  user: { id: id('d'), name: 'member' },
};
const noStop = { signal: new AbortController().signal, isDue: () => false };

let host: LanguageHost;
beforeAll(() => {
  host = createLanguageWorkers({ library, minWorkers: 1, heapMb: 64 });
});
afterAll(() => host.close());

let contents = 0;
const packagesOf = (more: Partial<LoadedPackages>): LoadedPackages => {
  contents += 1;
  return {
    digest: `contents ${contents}`,
    workflows: [],
    resources: [],
    ...more,
  };
};

/** A package whose application does this when it is deployed. */
function application(body: string): LoadedPackages {
  const manifest = 'Format: 1.4\nType: Application\nFullName: w\nName: W\nClasses: {w.T: T.yaml}\n';
  const classFile = `Namespaces: {=: w, std: io.murano, res: io.murano.resources}
Name: T
Extends: std:Application
Properties: {p: {Contract: $, Usage: InOut, Default: 0}}
Methods:
  deploy:
    Body:
${body.replace(/^/gm, '      ')}
`;
  const files = { 'manifest.yaml': manifest, 'Classes/T.yaml': classFile };
  return packagesOf({ objects: [{ name: 'w', version: '1.0.0', files, binary: [] }] });
}

const withObject: EnvironmentModel = {
  id: id('e'),
  name: 'env',
  services: [{ '?': { id: id('1'), type: 'w.T' }, id: id('1'), type: 'w.T', name: 'x', units: [] }],
} as unknown as EnvironmentModel;

function task(packages: LoadedPackages, more: Partial<HostedTask> = {}): HostedTask {
  return {
    operation: { kind: 'deploy' },
    model: withObject,
    limits,
    origin,
    packages,
    effects: new RecordedWorld().effects,
    stop: noStop,
    ...more,
  };
}

const LOOP =
  '- $.p: 1\n- $this.find(std:Environment).reporter.report($this, begun)\n- While: true = true\n  Do: {$x: 1}';

describe('a task in a worker', () => {
  it('asks for its effects in order, and ends with the model it has made', async () => {
    const world = new RecordedWorld();
    const packages = packagesOf({
      workflows: [
        {
          file: 'w.xml',
          package: 'com.acme.Web',
          xml: `<workflow><rule match="$.services[?(@.type == 'web')]"><rule match="$[?(not @.seen)]"><set path="seen"><true/></set>
            <report entity="service" level="info"><parameter name="id"><select path="id"/></parameter><parameter name="text">hello</parameter></report></rule></rule></workflow>`,
        },
      ],
    });
    const model = { id: id('e'), name: 'env', services: [{ id: 's', type: 'web', name: 'web', units: [] }] };
    const end = await host.run(task(packages, { model, effects: world.effects }));
    expect(end).toMatchObject({ cancelled: false, model: { services: [{ id: 's', seen: true }] } });
    expect(world.reports).toMatchObject([{ entity: 'service', id: 's', text: 'hello' }]);
  });

  it('loses nothing of what it says last: reports and models come before its end', async () => {
    const packages = application('- $.find(std:Environment).reporter.report($, last)\n- $.p: 9');
    for (let time = 0; time < 50; time++) {
      const world = new RecordedWorld();
      await host.run(task(packages, { effects: world.effects }));
      expect(world.reports.map(({ text }) => text)).toEqual(['last']);
    }
  });

  it('hears which of several effects ended first from whoever records it', async () => {
    const asked: number[] = [];
    const base = new RecordedWorld().effects;
    const effects: Effects = {
      ...base,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 100)),
      // A replay says what was recorded, whoever is quicker now.
      first: async (pending) => {
        asked.push(pending.length);
        return pending.length - 1;
      },
    };
    const packages = application(
      '- $.p: []\n- Parallel:\n    - Do: [sleep(1), {$.p: $.p.append(a)}]\n    - Do: [sleep(5), {$.p: $.p.append(b)}]',
    );
    const end = await host.run(task(packages, { effects }));
    expect(end.model.services[0]).toMatchObject({ p: ['b', 'a'] });
    expect(asked).toEqual([2]);
  });

  it('gets what an effect rejects with, and an error that is none of ours ends it', async () => {
    const base = new RecordedWorld().effects;
    const refused = { ...base, networks: () => Promise.reject(errors.cloud('cloud_down', 'The cloud is down.')) };
    const packages = application('- $.p: 1');
    await expect(host.run(task(packages, { effects: refused }))).rejects.toMatchObject({ code: 'cloud_down' });
    const fault = new Error('not ours');
    const broken = { ...base, networks: () => Promise.reject(fault) };
    await expect(host.run(task(packages, { effects: broken }))).rejects.toBe(fault);
  });

  it('that never ends is stopped at once when someone asks for it, with what it has reached', async () => {
    const stop = new AbortController();
    const world = new RecordedWorld();
    const effects: Effects = {
      ...world.effects,
      report: async () => void setTimeout(() => stop.abort(), 50),
    };
    const end = await host.run(
      task(application(LOOP), { effects, stop: { signal: stop.signal, isDue: () => stop.signal.aborted } }),
    );
    expect(end).toMatchObject({ cancelled: true, model: { services: [{ p: 1 }] } });
  });

  it('that never ends is stopped at its ceiling with the place where it stood', async () => {
    const endless = host.run(task(application(LOOP), { limits: { ...limits, maxProcessorMs: 1_500 } }));
    await expect(endless).rejects.toMatchObject({ code: 'program_failed', span: { file: 'w/Classes/T.yaml' } });
  });

  it('that does not end for long lets others go on meanwhile', async () => {
    const enough = new AbortController();
    let isOver = false;
    // Its ceiling is far: where others had to wait for it, it would be over before the first of them.
    const endless = host.run(task(application(LOOP), { abandoned: enough.signal })).finally(() => {
      isOver = true;
    });
    const quick = application('- $.p: 2');
    for (const _ of [1, 2, 3]) {
      const end = await host.run(task(quick));
      expect(end.model.services[0]).toMatchObject({ p: 2 });
    }
    expect(isOver).toBe(false);
    enough.abort();
    await expect(endless).rejects.toBeDefined();
  });

  it.runIf(process.platform === 'linux')('gives way to the thread of the server', async () => {
    const nice = async (tid: string) => {
      const stat = await fs.readFile(`/proc/self/task/${tid}/stat`, 'latin1').catch(() => '');
      // proc(5): the 19th field, of which two come before the name in brackets ends.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] ?? 0);
    };
    const before = await nice(String(process.pid));
    await host.run(task(application('- $.p: 2')));
    const all = await Promise.all((await fs.readdir('/proc/self/task')).map(nice));
    expect(Math.max(...all)).toBe(before + 5);
    expect(await nice(String(process.pid))).toBe(before);
  });

  it('that waits is put down when its place is wanted, and taken up again with everything that it has done', async () => {
    const performed: string[] = [];
    const answers: (() => void)[] = [];
    const base = new RecordedWorld().effects;
    const effects: Effects = {
      ...base,
      networks: async () => {
        performed.push('networks');
        return base.networks();
      },
      sleep: (ms) => {
        performed.push(`sleep ${ms}`);
        return new Promise((resolve) => answers.push(resolve));
      },
      first: (pending) => {
        performed.push(`first of ${pending.length}`);
        return Promise.race(pending.map((one, at) => one.then(() => at)));
      },
      report: async ({ text }) => void performed.push(text),
    };
    let offered: (() => void) | null = null;
    let regained = 0;
    const place = {
      offer: (onTaken: () => void) => {
        offered = onTaken;
        return () => {
          offered = null;
        };
      },
      regain: async () => {
        regained += 1;
      },
    };
    const isTaken = async () => {
      offered?.();
      return offered !== null;
    };
    const body = `- $reporter: $this.find(std:Environment).reporter
- $.p: []
- $reporter.report($this, begun)
- Parallel:
    - Do: [sleep(1), {$.p: $.p.append(a)}, sleep(3)]
    - Do: [sleep(2), {$.p: $.p.append(b)}]
- $reporter.report($this, over)`;
    const end = host.run(task(application(body), { effects, place }));
    const begun = (what: string) => eventually(what, async () => performed.includes(what));
    // The second branch ends first. Each wait is long enough for the place to be offered.
    await begun('sleep 2000');
    await eventually('an offer', isTaken);
    answers[1]?.();
    await eventually('a place again', async () => regained === 1);
    answers[0]?.();
    await begun('sleep 3000');
    await eventually('another offer', isTaken);
    answers[2]?.();
    expect((await end).model.services[0]).toMatchObject({ p: ['b', 'a'] });
    expect(regained).toBe(2);
    expect(performed).toEqual([...new Set(performed)]);
  });

  it('that takes all the memory ends alone, and the next one has a worker again', async () => {
    const huge = Array.from(
      { length: 400 },
      (_, n) => `- $l${n}: range(1800).select($ + ${n}000000.5).select([$, $, $, $]).toList()`,
    );
    await expect(host.run(task(application(huge.join('\n'))))).rejects.toMatchObject({
      kind: 'language',
      code: 'memory_exceeded',
    });
    const end = await host.run(task(application('- $.p: 3')));
    expect(end.model.services[0]).toMatchObject({ p: 3 });
  });

  it('is dropped where it stands when nobody waits for it any more', async () => {
    const gone = new AbortController();
    const effects: Effects = {
      ...new RecordedWorld().effects,
      report: async () => gone.abort(),
    };
    await expect(host.run(task(application(LOOP), { effects, abandoned: gone.signal }))).rejects.toBeDefined();
  });
});
