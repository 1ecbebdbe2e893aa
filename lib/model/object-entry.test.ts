import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json';
import { asEntry, classesIn, isObjectEntry } from './object-entry';

let made = 0;
const newId = () => {
  made += 1;
  return String(made).padStart(32, '0');
};

describe('an object of MuranoPL as an entry of services', () => {
  it('has the id, class and name of a service, and every object in it an id', () => {
    const entry = asEntry(
      { '?': { type: 'com.example.Wiki/1.2.0@com.example' }, server: { '?': { type: 'a.Server' }, name: 'web1' } },
      undefined,
      newId,
    );
    expect(entry).toMatchObject({
      '?': { id: expect.stringMatching(/^\d{32}$/) },
      type: 'com.example.Wiki',
      name: 'Wiki',
      server: { '?': { id: expect.stringMatching(/^\d{32}$/) } },
    });
  });

  it('loses the dashes of UUIDs, wherever they are named', () => {
    const uuid = '6BA7B810-9DAD-11D1-80B4-00C04FD430C8';
    const plain = '6ba7b8109dad11d180b400c04fd430c8';
    const entry = asEntry(
      { '?': { type: 'a.B', name: 'main' }, server: { '?': { id: uuid, type: 'a.C' } }, also: [uuid] },
      undefined,
      newId,
    );
    expect(entry).toMatchObject({ name: 'main', server: { '?': { id: plain } }, also: [plain] });
  });

  it('keeps its id when it is changed', () => {
    const before = { id: 'a'.repeat(32), name: 'old' };
    expect(asEntry({ '?': { type: 'a.B' } }, before, newId)).toMatchObject({ '?': { id: before.id }, name: 'old' });
  });

  it('is told by its header, and names every class in it', () => {
    const value: JsonObject = { '?': { type: 'a.B/1' }, list: [{ '?': { type: 'c.D@p' } }, { '?': {} }] };
    expect(isObjectEntry(value)).toBe(true);
    expect(isObjectEntry({ type: 'webServer' })).toBe(false);
    expect(classesIn(value).sort()).toEqual(['a.B', 'c.D']);
  });
});
