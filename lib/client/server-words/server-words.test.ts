import { afterEach, describe, expect, test, vi } from 'vitest';
import { RUN_KINDS, runKind } from '@/lib/model/runs/kinds';
import book from './de.json';
import { inGerman, inGermanWith } from './german';
import { inReadersWords, sentenceInReadersWords } from './readers-words';
import { serverSentences } from './testing/server-sentences';
import { translatorOf } from './translate';

/** Where what is called an id is a name, as the author of a topology, a template or a rule has written it. */
const IDS_THAT_AUTHORS_WRITE = new Set([
  'lib/conductor/lifecycle/workflows/install-new-agents.ts',
  'lib/conductor/policy/enforce/modifications.ts',
  'lib/model/blueprints/graph.ts',
  'lib/model/templates/fill.ts',
]);

const valuesOf = (text: string) => (text.match(/\{\d\}/g) ?? []).sort();

describe('what the server says, in German', () => {
  const said = serverSentences();

  test('there is something to read: a scan that finds nothing proves nothing', () => {
    expect(said.length).toBeGreaterThan(300);
    expect(said.map(({ text }) => text)).toContain('There is no such environment. It may have been deleted.');
  });

  test('no refusal, no warning and no finding that people meet lacks German words', () => {
    const known = new Set(Object.keys(book.sentences));
    expect(said.filter(({ text }) => !known.has(text))).toEqual([]);
  });

  test('nothing is named by its id: people know names', () => {
    const isId = (value: string) => /(^|\W)(id|ids|\w+Ids?)$/.test(value);
    const named = said.filter(({ values, file }) => values.some(isId) && !IDS_THAT_AUTHORS_WRITE.has(file));
    expect(named).toEqual([]);
  });

  test('no German words are kept for what is said no more', () => {
    const current = new Set(said.map(({ text }) => text));
    expect(Object.keys(book.sentences).filter((text) => !current.has(text))).toEqual([]);
  });

  test.each(RUN_KINDS)('how a run of kind %s is begun again has German words', (kind) => {
    const { again } = runKind(kind);
    expect(
      inGerman(
        `Checking: no answer from web1 in 3 minutes. Check that the machine runs and reaches the network, then ${again}.`,
      ),
    ).not.toContain(again);
  });

  test('every value of a sentence has its place in the other language', () => {
    for (const [english, german] of [...Object.entries(book.sentences), ...Object.entries(book.words)]) {
      expect([english, valuesOf(german)]).toEqual([english, valuesOf(english)]);
    }
  });

  test.each([
    [
      'There is already an environment named "Shop". Choose another name, or delete that one first.',
      'Eine Umgebung namens „Shop“ gibt es schon. Einen anderen Namen wählen oder jene zuerst löschen.',
    ],
    [
      'This needs 3 more machines, but your quota leaves 1 of 20. Choose fewer or smaller machines, or ask for more.',
      'Das braucht 3 Maschinen mehr, aber das Kontingent lässt 1 von 20 übrig. Weniger oder kleinere Maschinen wählen oder um mehr bitten.',
    ],
    [
      'This needs 1 more public address, but your quota leaves 0 of 2. Do without some of them, or ask for more.',
      'Das braucht 1 öffentliche Adresse mehr, aber das Kontingent lässt 0 von 2 übrig. Auf einige verzichten oder um mehr bitten.',
    ],
    ['This is missing. It must be a text.', 'Das fehlt. Es muss ein Text sein.'],
    ['This must have at most 64 characters.', 'Das muss höchstens 64 Zeichen haben.'],
    [
      'There were too many attempts to sign in. Wait 30 seconds, then try again.',
      'Zu viele Versuche, sich anzumelden. 30 Sekunden warten, dann erneut versuchen.',
    ],
    ['The clock of web1 is 9 minutes behind.', 'Die Uhr von web1 geht 9 Minuten nach.'],
    ['Deployment finished with errors', 'Bereitstellung mit Fehlern beendet'],
    [
      'The cloud failed at web1: Quota exceeded for cores. Remove what is no longer needed, ask for less, or ask an administrator for a larger quota; then deploy again.',
      'Die Cloud scheiterte an web1: Quota exceeded for cores. Nicht mehr Nötiges entfernen, weniger verlangen oder einen Administrator um ein größeres Kontingent bitten; danach erneut bereitstellen.',
    ],
  ])('%s', (english, german) => {
    expect(inGerman(english)).toBe(german);
  });

  test('what packages say is known where their guide translates it, also in the middle of what the server says', () => {
    const say = inGermanWith({
      'Creating the machine {1}': 'Die Maschine {1} wird angelegt',
      "Setting the administrator's password": 'Administratorpasswort setzen',
      '{1} could not join the domain {2}: {3}': '{1} konnte der Domäne {2} nicht beitreten: {3}',
    });
    expect(say('Creating the machine bf6')).toBe('Die Maschine bf6 wird angelegt');
    expect(say("Setting the administrator's password failed on app2: There is not enough space on the disk.")).toBe(
      'Administratorpasswort setzen ist auf app2 gescheitert: There is not enough space on the disk.',
    );
    expect(say('web1 could not join the domain acme.local: it gave no reason')).toBe(
      'web1 konnte der Domäne acme.local nicht beitreten: ohne Angabe eines Grundes',
    );
    expect(
      say(
        "The deployment was cancelled. What was reached is kept; deploy again to go on. Left off: Setting the administrator's password on app1, Setting the administrator's password on app2.",
      ),
    ).toBe(
      'Abgebrochen (Bereitstellung). Was erreicht wurde, bleibt. Um weiterzumachen: erneut bereitstellen. Unterblieben: Administratorpasswort setzen auf app1, Administratorpasswort setzen auf app2.',
    );
    expect(say("web1: Setting the administrator's password")).toBe('web1: Administratorpasswort setzen');
    expect(say('web1: exit code 3')).toBe('web1: exit code 3');
    expect(say('The clock of web1 is 9 minutes behind.')).toBe('Die Uhr von web1 geht 9 Minuten nach.');
  });

  test('what is not known stays as it is: words of machines and of authors', () => {
    for (const words of ['Access is denied. (Exception from HRESULT: 0x80070005)', 'web1', '', 'Runs']) {
      expect(inGerman(words)).toBe(words);
    }
  });

  test('a page of what a machine wrote is handed on at once', () => {
    const trace = 'at Deploy.Service in the domain shop, which is. '.repeat(400);
    expect(inGerman(trace)).toBe(trace);
  });

  test('of two sentences that fit, the one with more letters of its own is meant', () => {
    const translate = translatorOf({
      sentences: { '{1} is full.': 'A {1}', 'The disk of {1} is full.': 'B {1}' },
      words: {},
    });
    expect(translate('The disk of web1 is full.')).toBe('B web1');
  });
});

describe('an answer of the API, for who reads it', () => {
  const said = 'There is no such user.';
  const answer = {
    name: said,
    problem: { code: 'user_not_found', sentence: said },
    fields: [{ sentence: 'This is missing.' }],
  };
  const read = (lang: string) => {
    vi.stubGlobal('document', { documentElement: { lang } });
    return inReadersWords(answer, JSON.stringify(answer));
  };
  afterEach(() => vi.unstubAllGlobals());

  test('has its sentences in German, and everything else as it came', async () => {
    expect(await read('de')).toEqual({
      name: said,
      problem: { code: 'user_not_found', sentence: 'Diesen Benutzer gibt es nicht.' },
      fields: [{ sentence: 'Das fehlt.' }],
    });
    expect(await sentenceInReadersWords(said)).toBe('Diesen Benutzer gibt es nicht.');
  });

  test('has the titles of steps in the words of the packages that the tenant has', async () => {
    const sentences = { 'Making tea': 'Tee kochen' };
    vi.stubGlobal('fetch', async (url: string) => Response.json(url === '/v1/catalog/sentences' ? { sentences } : {}));
    vi.stubGlobal('document', { documentElement: { lang: 'de' } });
    const failed = { sentence: 'Making tea failed on pot1: It is cold.' };
    expect(await inReadersWords(failed, JSON.stringify(failed))).toEqual({
      sentence: 'Tee kochen ist auf pot1 gescheitert: It is cold.',
    });
  });

  test('is the very answer for who reads English', async () => {
    expect(await read('en')).toBe(answer);
    expect(await sentenceInReadersWords(said)).toBe(said);
  });
});
