import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { parseXml } from './parse-xml';

function refusal(xml: string, limits?: Parameters<typeof parseXml>[2]) {
  try {
    parseXml('AD.xml', xml, limits);
  } catch (error) {
    if (isVetroError(error)) return { code: error.code, line: error.span?.line, sentence: error.sentence };
    throw error;
  }
  return null;
}

const LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE lolz [
 <!ENTITY lol "lol">
 <!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
]>
<workflow>&lol2;</workflow>`;

describe('Parsing XML', () => {
  it('keeps texts, tails and attributes, and drops comments and instructions', () => {
    const root = parseXml('AD.xml', '<a x="1 &lt; 2">one<!-- gone -->two<?pi?><b/>tail<![CDATA[<&>]]></a>');
    expect([root.text, root.children[0]?.tag, root.children[0]?.tail]).toEqual(['onetwo', 'b', 'tail<&>']);
    expect([...root.attributes]).toEqual([['x', '1 < 2']]);
  });

  it('knows where every element starts', () => {
    const root = parseXml('AD.xml', '<a>\n  <b>\n    <c\n x="1"/></b>\n</a>');
    const [b] = root.children;
    expect([root.span, b?.span, b?.children[0]?.span].map((span) => [span?.line, span?.column])).toEqual([
      [1, 1],
      [2, 3],
      [3, 5],
    ]);
  });

  it('says file, line and what is wrong with malformed XML', () => {
    expect(refusal('<a>\n<b></a>')).toMatchObject({ code: 'xml_malformed', line: 2 });
    expect(refusal('')?.code).toBe('xml_malformed');
    expect(refusal('<a/><b/>')?.code).toBe('xml_malformed');
    expect(refusal('plain text')?.code).toBe('xml_malformed');
    expect(refusal('<a x="1" x="2"/>')?.code).toBe('xml_malformed');
  });

  it('refuses entities that multiply ("billion laughs")', () => {
    expect(refusal(LAUGHS)).toMatchObject({ code: 'xml_forbidden' });
  });

  it('refuses external entities and document types', () => {
    const external = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    expect(refusal(external)?.code).toBe('xml_forbidden');
    expect(refusal('<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><a/>')?.code).toBe('xml_forbidden');
  });

  it('refuses an entity nobody declared', () => {
    expect(refusal('<a>&nbsp;</a>')?.code).toBe('xml_malformed');
  });

  it('bounds size, depth, elements and attributes', () => {
    const limits = { size: 2_000_000, depth: 100, elements: 1000, attributes: 3 };
    expect(refusal('<a>'.repeat(200) + '</a>'.repeat(200), limits)?.code).toBe('xml_too_large');
    expect(refusal(`<a>${'<b/>'.repeat(1000)}</a>`, limits)?.code).toBe('xml_too_large');
    expect(refusal('<a w="" x="" y="" z=""/>', limits)?.code).toBe('xml_too_large');
    expect(refusal(`<a>${' '.repeat(2_000_001)}</a>`)?.code).toBe('xml_too_large');
    expect(refusal('<a>'.repeat(100) + '</a>'.repeat(100), limits)).toBeNull();
  });

  it('takes names that JavaScript objects know for ordinary ones', () => {
    const root = parseXml('AD.xml', '<a __proto__="p" constructor="c"/>');
    expect([root.attributes.get('__proto__'), root.attributes.get('constructor')]).toEqual(['p', 'c']);
  });
});
