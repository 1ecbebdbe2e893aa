import ipaddr from 'ipaddr.js';
import type { RuleViolation } from './windows-rules';

/** Rules of web addresses and paths that machines and load balancers are told to ask. */

const violation = (code: string, sentence: string): RuleViolation => ({ code, sentence });

/**
 * Violations of the address of a git repository that machines fetch from: `https://` or `http://`, a public host, a
 * path, and nothing that is secret or points at the cloud's own insides (OWASP, "Server-Side Request Forgery
 * Prevention"). Names are judged as written: what a name resolves to is not known here.
 */
export function repositoryUrlViolations(url: string): RuleViolation[] {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    const scp = /^[^/\s]+@[^/\s]+:/.test(url);
    const how = scp ? 'Addresses like git@host:path need a key, which machines do not have. ' : '';
    return [violation('repository_scheme', `${how}Give the address that begins with https://.`)];
  }
  if (!['http', 'https'].includes(scheme)) {
    const sentence = `Machines fetch over https:// or http:// only, not over ${scheme}://. Give the address that begins with https://.`;
    return [violation('repository_scheme', sentence)];
  }
  if (/[\s"'`<>\\^{|}]/.test(url) || !URL.canParse(url)) {
    return [
      violation('repository_url', 'This is not a web address. It looks like https://github.com/company/shop.git.'),
    ];
  }
  const parsed = new URL(url);
  if (parsed.username !== '' || parsed.password !== '') {
    const sentence =
      'Leave the user name and password out of the address; everyone who sees this service could read them. Only repositories that need none can be used.';
    return [violation('repository_credentials', sentence)];
  }
  const found: RuleViolation[] = [];
  const refused = refusedHost(parsed.hostname);
  if (refused) found.push(violation('repository_host', refused));
  if (/^\/*$/.test(parsed.pathname)) {
    found.push(violation('repository_path', 'The address names a server, but no repository on it.'));
  }
  if (parsed.search !== '' || parsed.hash !== '' || /[?#]$/.test(url)) {
    found.push(violation('repository_rest', 'Leave out everything from ? or # on; a repository needs none of it.'));
  }
  return found;
}

/** Why no machine may be sent to a host, or null when it may. Expects a host as `URL` writes it. */
function refusedHost(written: string): string | null {
  const host = written.toLowerCase().replace(/\.$/, '');
  const address = /^\[(.*)\]$/.exec(host)?.[1] ?? (/^\d+(\.\d+){3}$/.test(host) ? host : null);
  if (address !== null) {
    if (!isInternal(address)) return null;
    return `${address} is an address inside the cloud or of a private network. Use a repository that is reached by a public name.`;
  }
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return `${host} is the machine itself, which has no repository. Use a repository that is reached by a public name.`;
  }
  if (host.endsWith('.internal')) {
    return `${host} is a name inside the cloud. Use a repository that is reached by a public name.`;
  }
  if (!host.includes('.')) {
    return `${host} is a short name, which every network gives to another server. Write the whole name, for example ${host}.example.com.`;
  }
  return null;
}

/** Whether an address literal is anything but public: the machine itself, a private network, one that is kept apart. */
function isInternal(address: string): boolean {
  // An IPv4 address in an IPv6 one (::ffff:7f00:1) is that address.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_UNICAST)) return true;
  return parsed.range() !== 'unicast';
}

/** The only part of IPv6 that is handed out (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Violations of a branch or tag: letters, digits and `. _ / -`, begun by a letter or digit, 100 at most, none of what
 * git refuses (git-check-ref-format(1)).
 */
export function gitRevisionViolations(revision: string): RuleViolation[] {
  const good = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/.test(revision);
  if (good && !/\.\.|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(revision)) return [];
  const sentence =
    'Give the name of a branch or a tag, for example main or v1.4.2: letters, digits and . _ / - only, 100 at most.';
  return [violation('git_revision', sentence)];
}

/** Violations of the path of a page on a web site: begins with `/`, no blanks, no `?` and no `#`, 255 at most. */
export function urlPathViolations(path: string): RuleViolation[] {
  if (path.length <= 255 && /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/.test(path)) return [];
  const sentence = 'Give the path of a page, begun by a slash and without blanks, for example / or /health.';
  return [violation('url_path', sentence)];
}
