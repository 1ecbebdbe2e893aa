/**
 * Keeps the secrets of a half-filled form for this browser tab, so that a reload does not ask for them again.
 * They are stored encrypted: AES-GCM with a key that the browser keeps in IndexedDB and never hands out, not even
 * to this page. Where the browser has no such vault (a page that came neither over HTTPS nor from this computer)
 * nothing is kept and the form says what has to be typed again.
 */
export interface SecretVault {
  /** what was kept, by path; empty when there is nothing or it cannot be opened */
  load(): Promise<Record<string, string>>;
  save(secrets: Record<string, string>): Promise<void>;
  forget(): void;
}

const DATABASE = 'vetro';
const STORE = 'keys';
const KEY = 'forms';

/** The vault of one form, for example of an environment and a service type. */
export function secretVault(name: string): SecretVault {
  const slot = `vetro.vault.${name}`;
  // Sealing takes a moment: only the newest of what was asked for is written.
  let newest = 0;
  return {
    async load() {
      try {
        const [iv, sealed] = (sessionStorage.getItem(slot) ?? '').split('.').map(fromBase64);
        if (!iv || !sealed) return {};
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await vaultKey(), sealed);
        return JSON.parse(new TextDecoder().decode(plain)) as Record<string, string>;
      } catch {
        return {};
      }
    },
    async save(secrets) {
      newest += 1;
      const turn = newest;
      try {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const plain = new TextEncoder().encode(JSON.stringify(secrets));
        const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await vaultKey(), plain);
        if (turn === newest) sessionStorage.setItem(slot, `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`);
      } catch {
        // no vault here: the form says what has to be typed again
      }
    },
    forget() {
      newest += 1;
      try {
        sessionStorage.removeItem(slot);
      } catch {
        // nothing was kept where nothing may be kept
      }
    },
  };
}

async function vaultKey(): Promise<CryptoKey> {
  const database = await opened();
  try {
    const known = await done<CryptoKey | undefined>(database.transaction(STORE).objectStore(STORE).get(KEY));
    if (known) return known;
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    // Another tab may have been first: its key stays.
    await done(database.transaction(STORE, 'readwrite').objectStore(STORE).add(key, KEY)).catch(() => undefined);
    return (await done<CryptoKey | undefined>(database.transaction(STORE).objectStore(STORE).get(KEY))) ?? key;
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
