import { describe, expect, it } from 'vitest';
import type { EnvironmentModel } from '../environment';
import { changesModel } from './model-changes';

const model = (service: object, state = {}): EnvironmentModel => ({
  id: 'e',
  name: 'shop',
  services: [{ id: 's', type: 't', name: 'web', units: [], ...service }],
  state,
});

describe('a run', () => {
  it('changes the model by what it wrote, not by the order of keys or the notes of its engine', () => {
    const before = model({ '?': { id: 's', dependencies: { onDestruction: [{ subscriber: '1' }] } }, a: 1, b: 2 });
    const same = model({ b: 2, a: 1, '?': { dependencies: { onDestruction: [{ subscriber: '2' }] }, id: 's' } });
    expect(changesModel(before, same)).toBe(false);
    expect(changesModel(before, model({ '?': { id: 's' }, a: 1, b: 3 }))).toBe(true);
    expect(changesModel(model({}), model({}, { objects: { attributes: [['s', 't', 'seen', 1]] } }))).toBe(true);
  });
});
