import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const files = [
  'README.md',
  'CONTRIBUTING.md',
  ...fs.readdirSync('packages', { recursive: true }).map((name) => path.join('packages', String(name))),
  ...fs.readdirSync('docs', { recursive: true }).map((name) => path.join('docs', String(name))),
].filter((name) => name.endsWith('.md'));

describe('what the documents name is there', () => {
  test.each(files)('%s', (file) => {
    const text = fs.readFileSync(file, 'utf8');
    const named = [
      ...text.matchAll(
        /`((?:app|lib|components|catalog|scripts|prisma|e2e|bench|conformance|packages)\/[\w()[\]./-]*)`/g,
      ),
    ].map((match) => match[1] ?? '');
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map((match) =>
      path.join(path.dirname(file), match[1] ?? ''),
    );
    // The package in the worked example is the reader's to make.
    const missing = (name: string) => !name.startsWith('catalog/com.acme.') && !fs.existsSync(name);
    expect([...named, ...linked].filter(missing)).toEqual([]);
  });
});
