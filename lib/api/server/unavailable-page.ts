import { languageOfBrowser } from '../reader-language';
import type { ApiRequest, PlainResponse } from '../request';

/** After how long the page asks for itself again, and programs should, in seconds. */
const AGAIN_S = 5;

const WORDS = {
  en: {
    title: 'Vetro cannot reach its database',
    text: 'Nothing is lost: deployments that run go on by themselves once it is back. This page tries again every few seconds.',
    again: 'Try again now',
  },
  de: {
    title: 'Vetro erreicht seine Datenbank nicht',
    text: 'Nichts geht verloren: laufende Bereitstellungen gehen von selbst weiter, sobald sie wieder da ist. Diese Seite versucht es alle paar Sekunden erneut.',
    again: 'Jetzt erneut versuchen',
  },
} as const;

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; box-sizing: border-box; padding: 20px;
  font: 16px/1.55 system-ui, sans-serif; background: #f6f8fa; color: #1b2430; }
main { max-width: 30rem; padding: 32px; border: 1px solid #d9dee4; border-radius: 14px; background: #fff; }
strong { font-size: 17px; }
h1 { margin: 20px 0 8px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 24px; color: #4d5a69; }
a { display: inline-block; padding: 9px 16px; border-radius: 8px; background: #0d6496; color: #fff; font-weight: 500;
  text-decoration: none; }
a:focus-visible { outline: 2px solid #0d6496; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { background: #10151c; color: #edf1f5; }
  main { background: #171d26; border-color: #313b48; }
  p { color: #aeb9c6; }
  a { background: #5fb8e6; color: #0c1a26; }
}`;

/**
 * The page for people while the database does not answer, in their language, which needs nothing but itself: it is
 * sent instead of a page that could not be made.
 */
export function unavailablePage(headers: ApiRequest['headers']): PlainResponse {
  const locale = languageOfBrowser(headers);
  const { title, text, again } = WORDS[locale];
  return {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'retry-after': String(AGAIN_S),
    },
    body: `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${AGAIN_S}">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main><strong>Vetro</strong><h1>${title}</h1><p>${text}</p><a href="">${again}</a></main></body>
</html>
`,
  };
}
