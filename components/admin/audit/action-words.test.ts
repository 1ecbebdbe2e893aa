import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '@/lib/model/audit-actions';
import de from '@/messages/de';
import en from '@/messages/en';

/** The codes that a catalogue of words has: `session` with `open` in it is `session.open`. */
const codes = (words: object) =>
  Object.entries(words)
    .flatMap(([thing, verbs]) => Object.keys(verbs).map((verb) => `${thing}.${verb}`))
    .sort();

describe.each([
  ['English', en.admin.audit],
  ['German', de.admin.audit],
])('the audit log in %s', (_, { actions, sentences, groups }) => {
  it('has a name and a sentence for every action that is audited, and for no other', () => {
    expect(codes(actions)).toEqual([...AUDIT_ACTIONS].sort());
    expect(codes(sentences)).toEqual([...AUDIT_ACTIONS].sort());
  });

  it('has a name for every group of actions', () => {
    const names = new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0]));
    expect(Object.keys(groups).sort()).toEqual([...names].sort());
  });
});
