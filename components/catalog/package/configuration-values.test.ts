import { describe, expect, it } from 'vitest';
import type { ConfiguredProperty } from '@/lib/model/package-configuration';
import { configuredValues, enteredConfiguration, inheritedBy } from './configuration-values';

const property = (more: Partial<ConfiguredProperty>): ConfiguredProperty => ({
  ...{ name: 'path', label: 'path', help: '', kind: 'text', required: false, default: null, choices: [] },
  ...more,
});
const classes = (...properties: ConfiguredProperty[]) => [{ name: 'a.B', properties }];

describe('values of a class configuration', () => {
  it('come from the next wider scope where none is set', () => {
    expect(inheritedBy(property({}), 'tenant')).toBeUndefined();
    expect(inheritedBy(property({ default: '/' }), 'installation')).toEqual({ from: 'default', value: '/' });
    const set = property({ default: '/', file: '/f', installation: '/i', tenant: '/t' });
    expect(inheritedBy(set, 'installation')).toEqual({ from: 'file', value: '/f' });
    expect(inheritedBy(set, 'tenant')).toEqual({ from: 'installation', value: '/i' });
  });

  it('are those of the scope alone in its fields, and empty fields set nothing', () => {
    const found = classes(property({ file: '/f', installation: '/i' }), property({ name: 'size', kind: 'integer' }));
    expect(enteredConfiguration(found, 'installation')).toEqual({ 'a.B': { path: '/i', size: '' } });
    expect(enteredConfiguration(found, 'tenant')).toEqual({ 'a.B': { path: '', size: '' } });
    expect(configuredValues(found, { 'a.B': { path: '', size: '3' } }, 'tenant')).toEqual({ 'a.B': { size: 3 } });
  });

  it('of a box are set once it is otherwise than it would be', () => {
    const found = classes(property({ name: 'on', kind: 'boolean', default: true }));
    expect(enteredConfiguration(found, 'installation')).toEqual({ 'a.B': { on: true } });
    expect(configuredValues(found, { 'a.B': { on: true } }, 'installation')).toEqual({ 'a.B': {} });
    expect(configuredValues(found, { 'a.B': { on: false } }, 'installation')).toEqual({ 'a.B': { on: false } });
  });
});
