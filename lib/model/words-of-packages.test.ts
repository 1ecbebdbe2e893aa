import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Validators that packages name by the kind of a property, and what they are made of. */
const VALIDATORS = [
  'lib/model/windows-rules.ts',
  'lib/model/sql-rules.ts',
  'lib/model/network-rules.ts',
  'lib/model/network-name-rules.ts',
  'lib/model/neighbour-rules.ts',
  'lib/model/neighbours.ts',
  'lib/model/common-passwords.ts',
  'lib/model/templates/domain-name.ts',
];
/** Servers that somebody has enrol as what they are: their agent is installed otherwise on each system. */
const SERVERS = ['lib/model/servers.ts', 'lib/model/server-systems.ts', 'components/admin/servers/enrolment-lines.tsx'];
/** What only tests import. */
const FIXTURES = ['lib/model/topology/example.ts'];

const WORDS = /windows|active.?directory|domain.?controller|netbios|\biis\b|powershell|sql.?server|domainRef/i;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const IMPORTS = /^import [\s\S]*? from '[^']*';$/gm;

function sources(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.includes('/testing/'));
}

it('what is only one kind of machine is known to packages and to the validators that they name', () => {
  const files = [...sources('lib/model'), ...sources('components')];
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => ![...VALIDATORS, ...SERVERS, ...FIXTURES].includes(file))
    .flatMap((file) => {
      const code = fs.readFileSync(file, 'utf8').replace(COMMENTS, '').replace(IMPORTS, '');
      return code.split('\n').flatMap((line) => (WORDS.test(line) ? [`${file}: ${line.trim()}`] : []));
    });
  expect(found).toEqual([]);
});
