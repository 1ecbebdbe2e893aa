import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitRevisionViolations, repositoryUrlViolations, urlPathViolations } from './web-rules';

const codes = (url: string) => repositoryUrlViolations(url).map(({ code }) => code);

describe('the address of a repository', () => {
  it.each([
    'https://github.com/company/shop.git',
    'http://git.example.com:8080/shop',
    'https://dev.azure.com/company/project/_git/shop',
    'HTTPS://GitLab.example.com/group/sub/shop.git',
    'https://8.8.8.8/shop.git',
    'https://[2606:4700::1111]/shop.git',
    'https://172.32.0.1/shop.git',
    'https://bücher.example/laden.git',
  ])('may be %s', (url) => {
    expect(repositoryUrlViolations(url)).toEqual([]);
  });

  it.each([
    ['github.com/company/shop.git', 'repository_scheme'],
    ['git@github.com:company/shop.git', 'repository_scheme'],
    ['ssh://git@github.com/company/shop.git', 'repository_scheme'],
    ['git://github.com/company/shop.git', 'repository_scheme'],
    ['file:///C:/Windows', 'repository_scheme'],
    ['ext::sh -c touch', 'repository_scheme'],
    ['https://', 'repository_url'],
    ['https://git hub.com/shop.git', 'repository_url'],
    ['https://github.com/shop.git" --upload-pack="calc', 'repository_url'],
    ['https://max:secret@github.com/company/shop.git', 'repository_credentials'],
    ['https://token@github.com/company/shop.git', 'repository_credentials'],
    ['https://github.com', 'repository_path'],
    ['https://github.com//', 'repository_path'],
    ['https://github.com/shop.git?access_token=1', 'repository_rest'],
    ['https://github.com/shop.git#main', 'repository_rest'],
    ['https://intranet/shop.git', 'repository_host'],
  ])('may not be %s (%s)', (url, code) => {
    expect(codes(url)).toEqual([code]);
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'shop.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[4000::1]',
    '192.0.0.8',
    '198.18.0.1',
    '203.0.113.9',
    '240.0.0.1',
    '[64:ff9b::10.0.0.1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '[ff02::1]',
    'metadata.google.internal',
    'metadata',
  ])('may not lead to %s', (host) => {
    expect(codes(`http://${host}/shop.git`)).toEqual(['repository_host']);
  });

  it('that is refused names the host as it is meant, and what to do', () => {
    const [first] = repositoryUrlViolations('http://0x7f.1/shop.git');
    expect(first?.sentence).toBe(
      '127.0.0.1 is an address inside the cloud or of a private network. Use a repository that is reached by a public name.',
    );
  });

  it('is judged without fail, whatever is written', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(repositoryUrlViolations(`https://${text}`))));
  });
});

describe('a branch or tag', () => {
  it.each(['main', 'v1.4.2', 'release/2026-11', '3'])('may be %s', (revision) => {
    expect(gitRevisionViolations(revision)).toEqual([]);
  });
  it.each(['--upload-pack=calc', '-b', 'a b', 'a..b', 'a/', 'a//b', 'a/.b', 'x.lock', 'a~1', 'ä', 'x'.repeat(101)])(
    'may not be %s',
    (revision) => {
      expect(gitRevisionViolations(revision)).toHaveLength(1);
    },
  );
});

describe('the path of a health check', () => {
  it.each(['/', '/health', '/api/v1/up.aspx', '/a%20b'])('may be %s', (path) => {
    expect(urlPathViolations(path)).toEqual([]);
  });
  it.each(['health', 'http://x/', '/a b', '/a?b', '/a#b', `/${'x'.repeat(255)}`])('may not be %s', (path) => {
    expect(urlPathViolations(path)).toHaveLength(1);
  });
});
