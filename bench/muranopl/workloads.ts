import fs from 'node:fs';
import path from 'node:path';
import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import {
  LANGUAGE_NATIVES,
  MuranoEngine,
  PackageRegistry,
  Program,
  ProgramExecution,
  readPackage,
  runNow,
} from '../../lib/conductor/muranopl/index';

/**
 * Makes the object whose methods the rows call, of the package in `folder` and the core library in `library`,
 * as the Python side does: no list is too long, and no run takes too many steps. Answers how to call a method.
 */
export function prepare(folder: string, library: string, className: string): (method: string, n: number) => unknown {
  const reader = new YaqlEngine({ operators: MURANOPL_OPERATORS });
  const packages = [library, folder].map((one) => {
    const opened = readPackage(filesOf(one), () => reader);
    if (!opened.package) throw new Error(JSON.stringify(opened.problems));
    return opened.package;
  });
  const engine = new MuranoEngine({ finder: new PackageRegistry(packages), natives: LANGUAGE_NATIVES });
  let ids = 0;
  const program = () => {
    const limits = { iterators: 10_000_000, memory: 1_000_000_000, steps: 1_000_000_000, objects: 100_000_000 };
    const made = new Program(new ProgramExecution(engine, { newId: () => `object${ids++}`, limits }));
    runNow(made.load({ Objects: { '?': { id: 'bench', type: className } } }));
    return made;
  };
  let current = program();
  let calls = 0;
  return (method, n) => {
    // A run keeps every object it made; a new one now and then is what an action would get.
    if (++calls % 20 === 0) current = program();
    return runNow(current.call({ method, args: [n] }));
  };
}

function filesOf(folder: string): Map<string, Uint8Array> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file).split(path.sep).join('/'), fs.readFileSync(file)];
    }),
  );
}
