import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Workflows } from '@/lib/conductor/lifecycle/workflows/registry';
import { EXECUTION_WORKFLOWS } from '@/lib/model/runs/execution';

const directory = path.join('docs', 'workflows');
const names = [...new Set([...new Workflows().names, ...EXECUTION_WORKFLOWS])];
const sections = ['Plan', 'Order', 'States', 'When it fails', 'Cancel and resume', 'Parameters', 'API', 'Picture'];

describe('every workflow has its page', () => {
  test.each(names)('%s', (name) => {
    const text = fs.readFileSync(path.join(directory, `${name}.md`), 'utf8');
    expect(text.split('\n')[0]).toContain(`(\`${name}\`)`);
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(sections);
    const picture = text.slice(text.indexOf('## Picture'));
    expect(picture).toMatch(/!\[[^\]]+\]\([^)]+\)|```mermaid/);
  });

  test('and is in their list', () => {
    const list = fs.readFileSync(path.join(directory, 'README.md'), 'utf8');
    expect(names.filter((name) => !list.includes(`(${name}.md)`))).toEqual([]);
  });
});
