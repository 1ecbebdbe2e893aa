import { describe, expect, it } from 'vitest';
import { termIn } from './guide';

const terms = [
  { title: 'Domain', text: 'A group of computers.', words: ['domain'] },
  { title: 'Domain controller', text: 'It knows who may sign in.', words: ['domain controller', 'domain controllers'] },
  { title: 'Domäne', text: 'Eine Gruppe von Computern.', words: ['Domäne'] },
];

describe('the term that a text speaks of', () => {
  it.each([
    ['Domain name', 'Domain'],
    ['The domain, and who is in it', 'Domain'],
    ['Number of domain controllers', 'Domain controller'],
    ['Name der Domäne', 'Domäne'],
    ['Subdomain', null],
    ['Domänenname', null],
    ['Machine names', null],
  ])('of "%s" is %s', (text, title) => {
    expect(termIn(text, terms)?.title ?? null).toBe(title);
  });
});
