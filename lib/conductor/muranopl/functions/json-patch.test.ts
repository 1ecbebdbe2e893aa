import { createLibrary, fromPlain, toPlain } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { applyPatch } from './json-patch';

const CONTEXT = createLibrary();
const DATA = { list: [1, 2], dict: { key: 3 } };
const patch = (...changes: unknown[]) => toPlain(applyPatch(fromPlain(DATA), fromPlain(changes) as unknown[]), CONTEXT);
const kind = (...changes: unknown[]) => {
  try {
    return patch(...changes);
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

describe('A patch of data', () => {
  it('adds to the end of a list with a dash, and counts an index with leading zeros', () => {
    expect(patch({ op: 'add', path: '/list/-', value: 9 })).toMatchObject({ list: [1, 2, 9] });
    expect(patch({ op: 'add', path: '/list/01', value: 9 })).toMatchObject({ list: [1, 9, 2] });
  });

  it('takes the whole with the empty path', () => {
    expect(patch({ op: 'replace', path: '', value: 7 })).toBe(7);
    expect(patch({ op: 'test', path: '', value: DATA })).toEqual(DATA);
    expect(kind({ op: 'remove', path: '' })).toBe('jsonpatch.JsonPatchConflict');
  });

  it('ends where a change leads through a place that is not there, and keeps what came before', () => {
    expect(patch({ op: 'add', path: '/new', value: 1 }, { op: 'add', path: '/no/way', value: 2 })).toEqual({
      ...DATA,
      new: 1,
    });
    expect(patch({ op: 'remove', path: '/dict/key/deeper' })).toEqual(DATA);
    expect(patch({ op: 'replace', path: '/list/x', value: 1 })).toEqual(DATA);
  });

  it('refuses what the data do not allow', () => {
    expect(kind({ op: 'remove', path: '/none' })).toBe('jsonpatch.JsonPatchConflict');
    expect(kind({ op: 'replace', path: '/list/2', value: 1 })).toBe('jsonpatch.JsonPatchConflict');
    expect(kind({ op: 'add', path: '/list/3', value: 1 })).toBe('jsonpatch.JsonPatchConflict');
    expect(kind({ op: 'copy', from: '/none', path: '/x' })).toBe('jsonpatch.JsonPatchConflict');
    expect(kind({ op: 'move', from: '/dict', path: '/dict/key' })).toBe('jsonpatch.JsonPatchConflict');
    expect(kind({ op: 'remove', path: '/list/-' })).toBe('TypeError');
  });

  it('tests what is there', () => {
    expect(patch({ op: 'test', path: '/dict/key', value: 3 })).toEqual(DATA);
    expect(kind({ op: 'test', path: '/dict/key', value: 4 })).toBe('jsonpatch.JsonPatchTestFailed');
    expect(kind({ op: 'test', path: '/no/way', value: null })).toBe('jsonpatch.JsonPatchTestFailed');
  });

  it('says before anything is changed when a change makes no sense', () => {
    for (const change of [{ op: 'wish', path: '/x' }, { path: '/x' }, { op: 'add', value: 1 }, 'text']) {
      expect(kind(change)).toBe('jsonpatch.InvalidJsonPatch');
    }
    expect(kind({ op: 'add', path: '/x' })).toBe('jsonpatch.InvalidJsonPatch');
    expect(kind({ op: 'add', path: 'x', value: 1 })).toBe('jsonpointer.JsonPointerException');
    expect(kind({ op: 'add', path: '/~2', value: 1 })).toBe('jsonpointer.JsonPointerException');
  });

  it('unescapes slashes and tildes', () => {
    expect(patch({ op: 'add', path: '/a~1b~0c', value: 1 })).toEqual({ ...DATA, 'a/b~c': 1 });
  });
});
