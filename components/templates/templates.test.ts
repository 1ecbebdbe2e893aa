import { describe, expect, it } from 'vitest';
import { freeName } from './free-name';
import { guideProgress, guideReader, guideStateOf, withGuideState } from './guide-memory';
import { valuesOf } from './parameter-values';
import { readFile } from './read-file';

describe('the name offered for a new environment', () => {
  it('is the template’s, with a number when there is one of that name, whatever the case', () => {
    expect(freeName('Office', [])).toBe('Office');
    expect(freeName('Office', ['OFFICE', 'office 2', 'Office 4'])).toBe('Office 3');
  });
});

describe('a parameter has the value', () => {
  const parameters = [{ name: 'domain' }, { name: 'site', default: 'www' }];

  it('of its default, else a domain made of the name, until something is typed', () => {
    expect(valuesOf(parameters, {}, 'Accounting')).toEqual({ domain: 'accounting.internal', site: 'www' });
    expect(valuesOf(parameters, { domain: ' corp.test ', site: ' ' }, 'Accounting')).toEqual({
      domain: 'corp.test',
      site: 'www',
    });
  });
});

describe('what the guide remembers', () => {
  const max = guideReader('max-max-max', 'contoso-contoso');

  it('is of one person in one tenant', () => {
    const cookie = withGuideState(undefined, max, 'begun');
    expect(guideStateOf(cookie, max)).toBe('begun');
    expect(guideStateOf(cookie, guideReader('mia-mia-mia', 'contoso-contoso'))).toBeNull();
    expect(guideStateOf(cookie, guideReader('max-max-max', 'fabrikam-fabrikam'))).toBeNull();
  });

  it('is kept beside that of others, the newest twelve', () => {
    let cookie = withGuideState('', max, 'gone');
    for (let n = 0; n < 11; n += 1) cookie = withGuideState(cookie, `other${n}`, 'begun');
    expect([guideStateOf(cookie, max), guideStateOf(cookie, 'other10')]).toEqual(['gone', 'begun']);
    cookie = withGuideState(withGuideState(cookie, 'other0', 'seen'), 'other11', 'begun');
    expect([guideStateOf(cookie, max), guideStateOf(cookie, 'other0')]).toEqual([null, 'seen']);
  });

  it('is nothing when it makes no sense', () => {
    for (const cookie of [undefined, '', max, `${max}.`, `${max}.later`, '~.~']) {
      expect(guideStateOf(cookie, max)).toBeNull();
    }
  });
});

describe('how far the guide is', () => {
  const environment = (status: 'ready' | 'deploying' | 'draft', version: number) => ({ status, version }) as never;
  const steps = (state: 'begun' | 'up' | 'seen', ...environments: ReturnType<typeof environment>[]) =>
    guideProgress(environments, state).done.filter(Boolean).length;

  it('goes on with the first environment: picked, come up, its site opened', () => {
    expect(steps('begun')).toBe(0);
    expect(steps('begun', environment('deploying', 0))).toBe(1);
    expect(steps('begun', environment('ready', 1))).toBe(2);
    expect(steps('seen', environment('ready', 1))).toBe(3);
  });

  it('never goes back: not when that is deployed again, nor when there is a newer one, nor when all are deleted', () => {
    expect(steps('begun', environment('deploying', 0), environment('ready', 1))).toBe(2);
    expect(steps('up', environment('deploying', 1))).toBe(2);
    expect(steps('up')).toBe(2);
    expect(steps('seen', environment('deploying', 1))).toBe(3);
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
