import { describe, expect, it } from 'vitest';
import { freeName } from './free-name';
import { guideStateOf } from './guide-memory';
import { readFile } from './read-file';

describe('the name offered for a new environment', () => {
  it('is the template’s, with a number when there is one of that name, whatever the case', () => {
    expect(freeName('Office', [])).toBe('Office');
    expect(freeName('Office', ['OFFICE', 'office 2', 'Office 4'])).toBe('Office 3');
  });
});

describe('what the guide remembers', () => {
  it('is one person’s alone', () => {
    expect(guideStateOf('max.begun', 'max')).toBe('begun');
    expect(guideStateOf('max.begun', 'mia')).toBeNull();
  });

  it('is nothing when it makes no sense', () => {
    for (const cookie of [undefined, '', 'max', 'max.', 'max.later']) expect(guideStateOf(cookie, 'max')).toBeNull();
  });
});

describe('a chosen file', () => {
  const file = (text: string, size = text.length) => ({ size, text: async () => text });

  it('is read as JSON, or refused with the reason', async () => {
    expect(await readFile(file('{"a":1}'))).toEqual({ document: { a: 1 } });
    expect(await readFile(file('a: 1'))).toEqual({ refused: 'notJson' });
    expect(await readFile(file('{}', 1_000_001))).toEqual({ refused: 'tooLarge' });
  });
});
