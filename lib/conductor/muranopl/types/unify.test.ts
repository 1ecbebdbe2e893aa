import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { runNow } from '../engine/drive';
import { MuranoEngine } from '../engine/engine';
import { Program } from '../engine/program';
import { ProgramExecution } from '../engine/program-execution';
import { LANGUAGE_NATIVES } from '../natives/index';
import { MuranoPackage } from '../packages/murano-package';
import { PackageRegistry } from '../packages/package-registry';
import { openPackages } from '../world/open-packages';
import { shippedLibrary } from '../world/testing/shipped-library';
import { parseVersion, type Version, VersionSpec } from './versions';

const reader = new YaqlEngine({ operators: MURANOPL_OPERATORS });
const core = openPackages(shippedLibrary());

function packageOf(name: string, version: string, requires: Record<string, string>, yaml: string): MuranoPackage {
  const requirements = Object.entries(requires).map(
    ([one, spec]) => [one, VersionSpec.parse(spec) as VersionSpec] as const,
  );
  return new MuranoPackage(
    {
      name,
      version: parseVersion(version) as Version,
      runtimeVersion: '1.4',
      requirements: new Map(requirements),
      classFiles: new Map([[`${name}-${version}.yaml`, yaml]]),
    },
    reader,
  );
}

const base = (version: string) =>
  packageOf('lib', version, {}, `Name: lib.Base\nMethods:\n  version: {Body: {Return: '${version}'}}\n`);
const middle = packageOf(
  'middle',
  '1.0.0',
  { lib: '>=1.0, <2' },
  `Name: middle.Middle
Extends: lib.Base
Methods:
  keep:
    Body:
      - $._kept: kept
      - Return: $._kept
`,
);

/** An application whose class extends Base itself, and Middle, which does too. */
function program(spec: string): Program {
  const app = packageOf(
    'app',
    '1.0.0',
    { lib: spec, middle: '1' },
    `Namespaces: {=: '', m: middle, l: lib}
Name: T
Extends: [middle.Middle, lib.Base]
Methods:
  both:
    Body:
      - Return: list($.version(), $.keep(), $this is m:Middle, cast($this, m:Middle).keep(), cast($this, l:Base).version())
`,
  );
  const registry = new PackageRegistry([...core, base('1.0.0'), base('1.5.0'), middle, app]);
  const engine = new MuranoEngine({ finder: registry, natives: LANGUAGE_NATIVES });
  const made = new Program(new ProgramExecution(engine, { newId: () => 'x' }), () => true);
  runNow(made.load({ Objects: { '?': { id: 'root', type: 'T/1.0.0' } } }));
  return made;
}

describe('A class that a hierarchy reaches in two versions', () => {
  it('is one class, the newest that both packages accept', () => {
    expect(runNow(program('=1.0.0').call({ method: 'both' }))).toEqual(['1.0.0', 'kept', true, 'kept', '1.0.0']);
    expect(runNow(program('1.5').call({ method: 'both' }))).toEqual(['1.5.0', 'kept', true, 'kept', '1.5.0']);
  });
});
