// A real OpenID Connect provider (npm's oidc-provider) on this machine, for tests: whoever names one of its people is
// let in, without a password.
import http from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './postgres.mjs';

const CLIENT = { id: 'vetro', secret: 'a secret of the client, for tests alone' };

const leaving = (form) => `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">
${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`;
const page = (action) => `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">
<form method="post" action="${action}"><label>Account <input name="login" autofocus></label><button>Continue</button></form></html>`;

/**
 * Starts it.
 *
 * @param {{ baseUrl: string, people: Record<string, Record<string, unknown>> }} options where Vetro is, and the claims of each
 *   person by their subject; what a test changes of them holds at the next sign-in
 * @returns {Promise<{ issuer: string, client: { id: string, secret: string }, stop(): Promise<void> }>}
 */
export async function startIdentityProvider({ baseUrl, people }) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${baseUrl}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${baseUrl}/sign-in`],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'], groups: ['groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['for tests alone'] },
    features: {
      devInteractions: { enabled: false },
      // its own page asks the network for a font
      rpInitiatedLogout: { logoutSource: (context, form) => void Object.assign(context, { body: leaving(form) }) },
    },
    interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
    findAccount: (_ctx, sub) =>
      people[sub] && { accountId: sub, claims: () => ({ sub, ...structuredClone(people[sub]) }) },
    // nobody is asked for consent: client and provider are of one house
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  const server = http.createServer((request, response) => {
    if (!request.url?.startsWith('/login/')) return void handle(request, response);
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(page(request.url));
    return void enter(provider, request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise((resolve) => server.listen(port, 'localhost', resolve));
  return {
    issuer,
    client: CLIENT,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function enter(provider, request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('login') ?? '';
  await provider.interactionFinished(request, response, { login: { accountId } });
}
