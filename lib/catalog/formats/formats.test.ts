import { expect, it } from 'vitest';
import { readPackage } from '.';

it('a file of a package that is no UTF-8 is told, and the package is not taken', () => {
  const manifest = 'Format: 1.4\nType: Library\nFullName: com.example.Cafe\nName: Café\nClasses: {}\n';
  const read = (encoding: 'utf8' | 'latin1') =>
    readPackage(new Map([['manifest.yaml', Buffer.from(manifest, encoding)]]), 'cafe');
  expect(read('utf8').problems.map(({ code }) => code)).not.toContain('not_utf8');
  const { package: none, problems } = read('latin1');
  expect(none).toBeNull();
  expect(problems).toContainEqual(expect.objectContaining({ file: 'cafe/manifest.yaml', code: 'not_utf8' }));
});
