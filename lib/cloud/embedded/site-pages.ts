import type { MachinePage } from '@/lib/cloud/cloud';

/** The start page of a web server on a simulated machine. */
export function startPage(facts: {
  hostname: string;
  domain: string | null;
  edition: string | null;
  address: string;
  site: string;
  /** what the start page is headed; empty for the one that Windows brings */
  title: string;
  now: Date;
}): MachinePage {
  const rows: [string, string][] = [
    ['Host', facts.domain ? `${facts.hostname}.${facts.domain}` : facts.hostname],
    ['Domain', facts.domain ?? 'Not in a domain'],
    ['Address', facts.address],
    ['System', facts.edition ?? ''],
    ['Site', facts.site],
    ['Server time', `${facts.now.toISOString().slice(0, 19).replace('T', ' ')} UTC`],
  ];
  const list = rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const html = page(
    `${facts.hostname} – Internet Information Services`,
    `<p class="kicker">Internet Information Services</p>
    <h1>${escapeHtml(facts.title || `Welcome to ${facts.hostname}`)}</h1>
    <p>This web server is up and ready for your site.</p>
    <dl>${list}</dl>`,
  );
  return { status: 200, html };
}

/** Why there is nothing to see. */
export function failurePage(status: Exclude<MachinePage['status'], 200>, title: string, reason: string): MachinePage {
  return { status, html: page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(reason)}</p>`) };
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; --ink: #0f172a; --soft: #52607a; --card: #fff; --edge: #d8e0ec; --ground: #e9f1fb; --blue: #0b63b8; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8eef8; --soft: #a3b1c8; --card: #131c2e; --edge: #26344d; --ground: #0b1220; --blue: #6cb2f7; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink); font: 16px/1.6 "Segoe UI", system-ui, sans-serif; }
  main { width: min(640px, 100%); background: var(--card); border: 1px solid var(--edge); border-top: 4px solid var(--blue); border-radius: 12px; padding: 32px; }
  h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; overflow-wrap: anywhere; }
  p { margin: 0 0 16px; color: var(--soft); }
  .kicker { margin: 0 0 4px; color: var(--blue); font-weight: 600; font-size: 14px; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 24px; margin: 24px 0 0; padding-top: 20px; border-top: 1px solid var(--edge); }
  dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  footer { margin-top: 24px; font-size: 13px; color: var(--soft); }
</style>
</head>
<body>
<main>
    ${body}
    <footer>This is a simulated machine of the embedded cloud.</footer>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
