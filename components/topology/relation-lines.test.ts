import { describe, expect, it } from 'vitest';
import { shape } from './testing/shapes';

const titled = (name: Parameters<typeof shape>[0]) => {
  const picture = shape(name);
  const title = (id: string) => picture.byId.get(id)?.title ?? id;
  return { picture, title };
};

describe('the lines of a picture', () => {
  it('lead from visitors to what serves pages, and from there to what it uses; one for all machines of a service', () => {
    const { picture, title } = titled('7 machines');
    expect(picture.lines.map(({ source, target, members }) => [title(source), title(target), members.length])).toEqual([
      ['visitors', 'intranet', 0],
      ['visitors', 'shop', 0],
      ['shop', 'orders', 2],
    ]);
  });

  it('tell nothing of who is in which domain, and nothing within a service', () => {
    const { picture } = titled('3 machines');
    expect(picture.lines.every(({ edge }) => edge === null)).toBe(true);
  });

  it('are planned until both ends are there', () => {
    const { picture } = titled('three tiers');
    expect(new Set(picture.lines.map(({ state }) => state))).toEqual(new Set(['planned']));
  });
});

describe('the domains of a picture', () => {
  it('hold whoever joins them and who provides them', () => {
    const { picture, title } = titled('two domains');
    expect(
      picture.boundaries.map(({ name, members, providers }) => [name, members.map(title), providers.map(title)]),
    ).toEqual([
      ['acme.local', ['acme.local', 'shop'], ['acme.local']],
      ['data.local', ['data.local', 'orders'], ['data.local']],
    ]);
  });

  it('are none where nobody joins one', () => {
    expect(titled('three tiers').picture.boundaries).toEqual([]);
  });
});
