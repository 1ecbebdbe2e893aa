import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { WORDED_ACTIONS } from './action-words';

/** Every place that audits names its action as a text. */
const NAMED = /(?:[aA]udit(?:Of)?\([^']*|action: |targetId, action: )'([a-z]+\.[a-zA-Z_]+)'/g;

function sources(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(at);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [fs.readFileSync(at, 'utf8')] : [];
  });
}

describe('the audit log', () => {
  it('has words for every action that is audited', () => {
    const root = path.join(import.meta.dirname, '../../../lib');
    const audited = ['administration', 'environments', 'catalog', 'auth'].flatMap((folder) =>
      sources(path.join(root, folder)).flatMap((text) => [...text.matchAll(NAMED)].map((match) => match[1])),
    );
    expect(audited.length).toBeGreaterThan(20);
    expect(audited.filter((action) => !WORDED_ACTIONS.some((known) => known === action))).toEqual([]);
  });
});
