import type { MachinePage } from '@/lib/ports/cloud/simulation';
import type { PageContent, PageSection } from '@/lib/simulation';

/** The load balancer that passed a request on, for the note below the page. */
export interface ServedBy {
  balancer: string;
  /** host that answered; null when none could */
  hostname: string | null;
  /** `out` says why a machine gets no requests */
  members: { hostname: string; address: string; out: string | null }[];
}

/** A page as a package describes it. */
export function contentPage(
  { title, kicker, heading, text, rows, sections }: PageContent,
  hostname: string,
  by?: ServedBy,
): MachinePage {
  const body = `<p class="kicker">${escapeHtml(kicker)}</p>
    <h1>${escapeHtml(heading)}</h1>
    <p>${emphasized(text)}</p>
    ${rows.length === 0 ? '' : list(rows)}
    ${sections.map(section).join('')}`;
  return { status: 200, html: page(title, body, by), host: by ? null : hostname, reason: null };
}

/** Why there is nothing to see. */
export function failurePage(
  status: Exclude<MachinePage['status'], 200>,
  title: string,
  reason: string,
  by?: ServedBy,
): MachinePage {
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(reason)}</p>`;
  return { status, html: page(title, body, by), host: null, reason };
}

/** Facts in two columns. */
function list(rows: PageContent['rows']): string {
  const items = rows.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}

function section({ kicker, text, items }: PageSection): string {
  const lines = (items ?? []).map(({ name, detail, state, good, current }) => {
    const mark = good === null ? '' : `<span class="dot" aria-hidden="true"></span> `;
    return `<li${good === null ? '' : ` class="${good ? 'up' : 'down'}"`}${current ? ' aria-current="true"' : ''}>${mark}
      <span class="name">${escapeHtml(name)}</span> <span class="address">${escapeHtml(detail)}</span> <span>${escapeHtml(state)}</span></li>`;
  });
  return `<section aria-label="${escapeHtml(kicker)}">
      <p class="kicker">${escapeHtml(kicker)}</p>
      ${text === '' ? '' : `<p class="told">${emphasized(text)}</p>`}
      ${lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`}
    </section>`;
}

/** Text with `**strong**` words. */
function emphasized(text: string): string {
  return escapeHtml(text).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}

/** Who answered, and how the others are. */
function balancerNote({ balancer, hostname, members }: ServedBy): string {
  const healthy = members.filter(({ out }) => out === null).length;
  const whoAnswered = hostname ? `<strong>${escapeHtml(hostname)}</strong> answered` : 'Nobody answered';
  const rows = members.map(({ hostname: name, address, out }) => {
    const turn = name === hostname;
    const state = out === null ? (turn ? 'answered' : 'takes its turn') : out;
    const mark = out === null ? 'up' : 'down';
    return `<li class="${mark}"${turn ? ' aria-current="true"' : ''}><span class="dot" aria-hidden="true"></span>
      <span class="name">${escapeHtml(name)}</span><span class="address">${escapeHtml(address)}</span><span>${escapeHtml(state)}</span></li>`;
  });
  return `<section aria-label="Load balancer">
      <p class="kicker">Load balancer ${escapeHtml(balancer)}</p>
      <p class="note">${whoAnswered}; ${healthy} of ${members.length} machines take requests in turn. <a href="">Ask again</a></p>
      <ul>${rows.join('')}</ul>
    </section>`;
}

/** A whole document around a body. */
function page(title: string, body: string, by?: ServedBy): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; --ink: #0f172a; --soft: #52607a; --card: #fff; --edge: #d8e0ec; --ground: #e9f1fb; --blue: #0b63b8; --up: #15803d; --down: #b91c1c; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8eef8; --soft: #a3b1c8; --card: #131c2e; --edge: #26344d; --ground: #0b1220; --blue: #6cb2f7; --up: #4ade80; --down: #f87171; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink); font: 16px/1.6 "Segoe UI", system-ui, sans-serif; }
  main { width: min(640px, 100%); background: var(--card); border: 1px solid var(--edge); border-top: 4px solid var(--blue); border-radius: 12px; padding: 32px; }
  h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; overflow-wrap: anywhere; }
  p { margin: 0 0 16px; color: var(--soft); }
  .kicker { margin: 0 0 4px; color: var(--blue); font-weight: 600; font-size: 14px; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 24px; margin: 24px 0 0; padding-top: 20px; border-top: 1px solid var(--edge); }
  dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  section { margin-top: 24px; padding-top: 20px; border-top: 1px solid var(--edge); }
  section .note { margin-bottom: 12px; } .note strong { color: var(--ink); }
  a { color: var(--blue); font-weight: 600; }
  a:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: 3px; }
  ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 6px; }
  li { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px; color: var(--soft); }
  li[aria-current] { border-color: var(--blue); } li .name { color: var(--ink); font-weight: 600; } li .address { font-variant-numeric: tabular-nums; flex: 1; }
  .dot { width: 9px; height: 9px; border-radius: 50%; background: var(--up); } .down .dot { background: transparent; border: 2px solid var(--down); }
  footer { margin-top: 24px; font-size: 13px; color: var(--soft); }
</style>
</head>
<body>
<main>
    ${body}
    ${by ? balancerNote(by) : ''}
    <footer>This is a simulated machine of the embedded cloud.</footer>
</main>
</body>
</html>
`;
}

/** Text as it may stand between tags and in attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
