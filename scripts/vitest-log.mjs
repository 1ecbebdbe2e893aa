// A reporter for vitest: one line of JSON for each file, written as soon as the file begins and as soon as it is over,
// so that a run which is stopped has told what it got to. It also names, while it runs, what has been running for long.
import fs from 'node:fs';
import path from 'node:path';
import { HANG_MS } from '../lib/testing/patience.ts';

/** How often tests that run for long are named, in milliseconds. */
const LOOK_MS = 30_000;

export default class VitestLog {
  running = new Map();

  onInit() {
    this.file = process.env.VETRO_TEST_LOG;
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
    fs.writeFileSync(this.file, '');
    this.timer = setInterval(() => this.nameLongRunning(), LOOK_MS).unref();
  }

  onTestModuleStart(module) {
    this.write({ file: nameOf(module), state: 'running' });
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()];
    const of = (state) => tests.filter((test) => test.result().state === state);
    const { collectDuration, duration } = module.diagnostic();
    this.write({
      file: nameOf(module),
      project: module.project.name,
      state: module.state(),
      ms: Math.round(collectDuration + duration),
      passed: of('passed').length,
      failed: [
        ...of('failed').map((test) => ({ name: test.fullName, reason: reasonOf(test.result().errors) })),
        // A file that could not be loaded, or whose set-up failed, has no test to blame.
        ...[module, ...module.children.allSuites()]
          .filter((suite) => suite.errors().length > 0)
          .map((suite) => ({ name: suite.fullName ?? '', reason: reasonOf(suite.errors()) })),
      ],
      unsteady: of('passed')
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => ({ name: test.fullName, reason: reasonOf(test.result().errors ?? []) })),
      skipped: of('skipped').map((test) => test.fullName),
    });
  }

  onTestCaseReady(test) {
    this.running.set(test.id, { name: `${nameOf(test.module)} › ${test.fullName}`, since: performance.now() });
  }

  onTestCaseResult(test) {
    this.running.delete(test.id);
  }

  onHookStart({ entity, name }) {
    if (entity.type === 'test') return;
    const where = entity.type === 'module' ? nameOf(entity) : `${nameOf(entity.module)} › ${entity.fullName}`;
    this.running.set(`${entity.id} ${name}`, { name: `${where} › ${name}`, since: performance.now() });
  }

  onHookEnd({ entity, name }) {
    this.running.delete(`${entity.id} ${name}`);
  }

  onTestRunEnd(_modules, errors) {
    clearInterval(this.timer);
    if (errors.length > 0) this.write({ file: '', state: 'failed', failed: [{ name: '', reason: reasonOf(errors) }] });
  }

  nameLongRunning() {
    for (const { name, since } of this.running.values()) {
      const ms = performance.now() - since;
      if (ms > HANG_MS) process.stderr.write(`Running for ${Math.round(ms / 1000)} s: ${name}\n`);
    }
  }

  write(line) {
    fs.appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }
}

function nameOf(module) {
  return path.relative(process.cwd(), module.moduleId).split(path.sep).join('/');
}

function reasonOf(errors) {
  return errors?.map(({ name, message }) => [name, message].filter(Boolean).join(': ')).join('\n') ?? '';
}
