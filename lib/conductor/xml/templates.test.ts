// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${key} is what templates hold.
import { describe, expect, it } from 'vitest';
import { VETRO } from './dialect';
import { canonical, MergeConflict, mergeTemplates } from './merge';
import { fillTemplate, MissingKey } from './templates';

describe('Filling a template', () => {
  it('replaces whole texts by any value, in values, keys and lists', () => {
    const template = { $host: { nodes: '$nodes', list: ['a', '$flag'] }, port: '${port}' };
    expect(fillTemplate(template, { host: 'web1', nodes: ['a', 'b'], flag: true, port: 80 }, VETRO)).toEqual({
      web1: { nodes: ['a', 'b'], list: ['a', true] },
      port: 80,
    });
  });

  it('replaces ${key} inside a longer text', () => {
    expect(fillTemplate({ url: 'http://${ip}:${port}/' }, { ip: '10.0.0.1', port: 80 }, VETRO)).toEqual({
      url: 'http://10.0.0.1:80/',
    });
  });

  it('leaves $ alone where no key can follow, and $$ stands for one', () => {
    const template = { a: '$', b: '$$', c: 'costs $5 $domain', d: '$env:TEMP', e: '$$true', f: 'x$${y}' };
    expect(fillTemplate(template, {}, VETRO)).toEqual({ ...template, e: '$true', f: 'x${y}' });
  });

  it('never looks into what it put in', () => {
    expect(fillTemplate({ a: '$a', b: '-${a}-' }, { a: '${b} $b', b: 'no' }, VETRO)).toEqual({
      a: '${b} $b',
      b: '-${b} $b-',
    });
  });

  it('passes null on, and stops at a key that is not mapped', () => {
    expect(fillTemplate({ a: '$a' }, { a: null }, VETRO)).toEqual({ a: null });
    for (const text of ['$gone', 'x${gone}y']) {
      expect(() => fillTemplate({ list: [text] }, {}, VETRO)).toThrow(MissingKey);
    }
    expect(() => fillTemplate({ a: '$constructor' }, {}, VETRO)).toThrow(MissingKey);
  });

  it('keeps what is missing when told to behave as Murano 0.2', () => {
    expect(
      fillTemplate({ a: '$gone', b: '$null', c: 'x${gone}' }, { null: null }, { ...VETRO, missingKey: 'keep' }),
    ).toEqual({
      a: '$gone',
      b: '$null',
      c: 'x${gone}',
    });
  });
});

describe('Merging templates', () => {
  it('merges objects, unites lists by equality in order, and lets the later scalar win', () => {
    const first = { resources: { lb: { members: [{ ip: 1 }, 'x'], port: 80 } }, version: 'a' };
    const second = { resources: { lb: { members: ['x', { ip: 2 }, { ip: 1 }], port: 81 }, web: {} }, version: 'b' };
    expect(mergeTemplates(first, second)).toEqual({
      resources: { lb: { members: [{ ip: 1 }, 'x', { ip: 2 }], port: 81 }, web: {} },
      version: 'b',
    });
    expect(first.resources.lb.port).toBe(80);
  });

  it.each([
    [{ a: { b: [] } }, { a: { b: {} } }, 'a.b'],
    [{ a: 1 }, { a: '1' }, 'a'],
    [{ a: 'x' }, { a: [] }, 'a'],
  ])('refuses %j and %j, naming %s', (first, second, path) => {
    expect(() => mergeTemplates(first, second)).toThrow(MergeConflict);
    expect(() => mergeTemplates(first, second)).toThrow(path);
  });

  it('writes equal values alike, whatever the order of their keys', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      canonical({ a: true, b: [1, { c: 'x', d: null }] }),
    );
    expect(canonical({ a: '1' })).not.toBe(canonical({ a: 1 }));
  });
});
