/** A browser without pages: keeps cookies by host and follows redirects one by one. */
export interface TestBrowser {
  /** every address that it was at, the last one last */
  readonly visited: string[];
  /** Asks for an address. A form is posted. */
  ask(url: string, form?: Record<string, string>): Promise<Response>;
  /** The same, and follows redirects to the answer that is none. */
  follow(url: string, form?: Record<string, string>): Promise<{ url: string; response: Response; text: string }>;
  /** The Cookie header for an address. */
  cookies(url: string): string;
  /** Puts a cookie in, or takes it out. */
  setCookie(url: string, name: string, value: string | null): void;
}

const MAX_REDIRECTS = 20;

/** Makes one without any cookie. */
export function testBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>();
  const visited: string[] = [];
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const cookies = (url: string) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');

  async function ask(url: string, form?: Record<string, string>): Promise<Response> {
    visited.push(url);
    const body = form && new URLSearchParams(form);
    const method = form ? 'POST' : 'GET';
    const response = await fetch(url, { method, body, redirect: 'manual', headers: { cookie: cookies(url) } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const at = pair.indexOf('=');
      if (/expires=thu, 01 jan 1970|max-age=0/i.test(line)) jarOf(url).delete(pair.slice(0, at));
      else jarOf(url).set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  async function follow(url: string, form?: Record<string, string>) {
    let at = url;
    let response = await ask(url, form);
    for (let n = 0; n < MAX_REDIRECTS && response.headers.has('location'); n += 1) {
      at = new URL(response.headers.get('location') ?? '', at).href;
      response = await ask(at);
    }
    return { url: at, response, text: await response.text() };
  }

  return {
    visited,
    ask,
    follow,
    cookies,
    setCookie: (url, name, value) => {
      if (value === null) jarOf(url).delete(name);
      else jarOf(url).set(name, value);
    },
  };
}
