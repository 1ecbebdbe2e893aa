import { describe, expect, it } from 'vitest';
import { combineStates } from './unit-state';

describe('the state of a whole made of parts', () => {
  it('is ready only when every part is ready', () => {
    expect(combineStates(['ready', 'ready'])).toBe('ready');
    expect(combineStates(['ready', 'waiting'])).toBe('waiting');
  });

  it('is failed as soon as one part failed, whatever the others do', () => {
    expect(combineStates(['running', 'failed', 'ready'])).toBe('failed');
  });

  it('is working while one part works and none failed', () => {
    expect(combineStates(['attention', 'running', 'waiting'])).toBe('running');
  });

  it('stays ready while a part is only planned', () => {
    expect(combineStates(['ready', 'draft'])).toBe('ready');
  });

  it('is a draft without parts', () => {
    expect(combineStates([])).toBe('draft');
  });

  it('rests only where nothing of it is up', () => {
    expect(combineStates(['stopped', 'stopped'])).toBe('stopped');
    expect(combineStates(['suspended', 'suspended', 'draft'])).toBe('suspended');
    expect(combineStates(['stopped', 'ready'])).toBe('ready');
    expect(combineStates(['stopped', 'failed'])).toBe('failed');
  });
});
