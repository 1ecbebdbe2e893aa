// What a server loads, compiles and connects only when it is first asked for would make its first visitor wait:
// signs in as one of the demo's people, looks at the pages that come first, and signs out again.

const PAGES = ['/', '/environments', '/catalog', '/templates', '/admin'];
const ANSWERS = ['/v1/me', '/v1/environments', '/v1/catalog/services', '/v1/templates'];

/**
 * @param {string} url of the server
 * @param {{name: string, password: string}} person who may sign in there
 * @returns {Promise<void>} never rejected: a server that is not warm is only slower
 */
export async function warmUp(url, person) {
  try {
    const visit = createVisitor(url);
    await visit('/sign-in');
    await visit('/api/auth/callback/credentials', { ...person, csrfToken: await csrfToken(visit), json: 'true' });
    for (const path of PAGES) await visit(path);
    for (const path of ANSWERS) await visit(path);
    await visit('/api/auth/signout', { csrfToken: await csrfToken(visit), json: 'true' });
  } catch {
    // The demo says itself when its server is gone.
  }
}

async function csrfToken(visit) {
  return JSON.parse(await visit('/api/auth/csrf')).csrfToken;
}

/** Fetches as a browser does: with the cookies it was given; a form is posted. */
function createVisitor(url) {
  const cookies = new Map();
  return async (path, form) => {
    const answer = await fetch(new URL(path, url), {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; '), origin: url },
      signal: AbortSignal.timeout(60_000),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) cookies.set(name, value);
    }
    return answer.text();
  };
}
