import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import german from '@/messages/de';
import english from '@/messages/en';
import { ENTRIES, entriesFor, type PaletteContext } from './registry';

const HERE: NonNullable<PaletteContext['here']> = {
  id: 'e',
  name: 'Head office',
  version: 2,
  drafts: { mine: true, others: 0, people: [], service_count: 1 },
  deployed_status: 'ready',
  services: [{ id: 's', type: 'webServer', name: 'shop', status: 'ready', units: [] }],
};
const member: PaletteContext = { here: HERE, edits: true, administers: false };
const ids = (context: PaletteContext) => entriesFor(context).map(({ id }) => id);

/** What somebody finds who types so. */
function found(typed: string, context: PaletteContext, locale: 'en' | 'de' = 'en'): string[] {
  const messages = locale === 'en' ? english : (german as typeof english);
  const t = createTranslator({ locale, messages, namespace: 'shell.palette' });
  const facts = { name: HERE.name, on: 'false' };
  return entriesFor(context)
    .filter(({ id }) => `${t(`entries.${id}`, facts)} ${t(`words.${id}`)}`.toLowerCase().includes(typed.toLowerCase()))
    .map(({ id }) => id);
}

describe('the palette', () => {
  it.each([
    ['deploy', 'bereitstellen', 'deploy'],
    ['review', 'prüfen', 'deploy'],
    ['roll back', 'zurückgehen', 'rollBack'],
    ['undo', 'rückgängig', 'rollBack'],
    ['password', 'Kennwort', 'passwords'],
    ['credentials', 'Zugangsdaten', 'passwords'],
    ['change my password', 'Mein Passwort ändern', 'changePassword'],
    ['account', 'Konto', 'changePassword'],
    ['compare', 'vergleichen', 'compare'],
    ['add a service', 'Dienst hinzufügen', 'addService'],
    ['templates', 'Vorlagen', 'templates'],
    ['clone', 'klonen', 'settings'],
    ['dark', 'dunkel', 'dark'],
    ['policy', 'Richtlinie', 'policies'],
    ['schedule', 'Zeitplan', 'schedules'],
  ] as const)('finds %s, in German %s', (typed, german, id) => {
    expect(found(typed, member)).toContain(id);
    expect(found(german, member, 'de')).toContain(id);
  });

  it('has an answer for what is done in an environment where none is in view', () => {
    const home = { ...member, here: null };
    for (const typed of ['deploy', 'roll back', 'password', 'compare', 'add a service']) {
      expect(found(typed, home), typed).toContain('chooseEnvironment');
    }
    expect(ids(home)).not.toContain('deploy');
  });

  it('offers to do only what is allowed', () => {
    const acts = ['deploy', 'addService', 'passwords', 'rollBack', 'newEnvironment', 'activity'];
    expect(ids(member)).toEqual(expect.arrayContaining(acts));
    const reader = ids({ ...member, edits: false });
    expect(reader.filter((id) => acts.includes(id))).toEqual([]);
    expect(reader).toEqual(expect.arrayContaining(['topology', 'compare', 'history']));
    const busy = ids({ ...member, here: { ...HERE, deployed_status: 'deploying' } });
    expect(busy).not.toEqual(expect.arrayContaining(['deploy']));
    expect(busy).not.toEqual(expect.arrayContaining(['rollBack']));
    expect(ids({ ...member, here: { ...HERE, drafts: null } })).not.toContain('deploy');
    expect(ids({ ...member, here: { ...HERE, version: 0 } })).not.toContain('rollBack');
    expect(ids(member)).not.toContain('users');
    expect(ids({ ...member, administers: true })).toEqual(expect.arrayContaining(['users', 'audit', 'health']));
  });

  it('knows each thing once', () => {
    expect(new Set(ENTRIES.map(({ id }) => id)).size).toBe(ENTRIES.length);
  });
});
