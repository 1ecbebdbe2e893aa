import book from './de.json';
import { translatorOf } from './translate';

type Sentences = Readonly<Record<string, string>>;

/** What the server says, in German; what is not known stays as it is. */
export const inGerman = translatorOf(book);

const ofPackages = new WeakMap<Sentences, typeof inGerman>();
/** what the packages of the tenant say, once it is loaded */
let tenantSentences: Sentences | undefined;
let loading: Promise<void> | null = null;

/**
 * What the server and packages say, in German.
 *
 * @param sentences of packages, by their English; those of the tenant when left out
 */
export function inGermanWith(sentences = tenantSentences): typeof inGerman {
  if (sentences === undefined) return inGerman;
  const known = ofPackages.get(sentences);
  if (known) return known;
  const made = translatorOf({ ...book, sentences: { ...book.sentences, ...onMachines(sentences), ...sentences } });
  ofPackages.set(sentences, made);
  return made;
}

/**
 * Reads once what the packages of the tenant say: titles of steps and reports stand in what the server says of runs. Without
 * them the rest is still understood.
 */
export function loadTenantSentences(): Promise<void> {
  loading ??= readTenantSentences().catch(() => {
    // nobody is signed in yet, or the server is away
    loading = null;
  });
  return loading;
}

/** By `fetch`: the client of the API translates its answers by this very module. @throws Error for an answer that is none */
async function readTenantSentences(): Promise<void> {
  const response = await fetch('/v1/catalog/sentences', {
    headers: { accept: 'application/json', 'accept-language': 'de' },
    credentials: 'same-origin',
  });
  if (!response.ok) throw new Error(`${response.status}`);
  tenantSentences = ((await response.json()) as { sentences: Sentences }).sentences;
}

/** Titles of steps with the machine that they are done on. */
function onMachines(sentences: Sentences): Record<string, string> {
  const titles = Object.entries(sentences).filter(([english]) => !/\{\d\}|[.!?]$/.test(english));
  return Object.fromEntries(titles.map(([english, german]) => [`${english} on {1}`, `${german} auf {1}`]));
}
