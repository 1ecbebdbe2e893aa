import { describe, expect, it } from 'vitest';
import { readPolicyFile } from './policy-file';

const said = (text: string) =>
  readPolicyFile('file', text).problems.map(({ path, line, sentence }) => `${line} ${path}: ${sentence}`);

describe('a policy file that is wrong', () => {
  it('says of each field, in plain words, what it must be', () => {
    expect(said('name: x\nrules: 3\nmore: 1\n')).toEqual([
      '1 Format: This must be "Policy/1.0".',
      '1 title: This is missing.',
      '2 rules: This must be a text, not a number like this.',
      '3 more: There is nothing called "more" here.',
    ]);
  });

  it('keeps the sentences that its fields say themselves', () => {
    expect(said('Format: Policy/1.0\nname: X Y\ntitle: T\nrules: ""\n')).toEqual([
      '2 name: A name is lower-case letters, digits and hyphens.',
    ]);
  });
});
