import { describe, expect, it } from 'vitest';
import { csvCell, csvEntry, csvHead, readCsv } from './csv';

describe('a cell of the exported audit log', () => {
  it.each([
    ['plain text', 'web farm', 'web farm'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotation marks', 'say "no"', '"say ""no"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['a formula', '=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['a sum', '+1+1', `"'+1+1"`],
    ['a subtraction', '-2', `"'-2"`],
    ['a reference', '@SUM(A1)', `"'@SUM(A1)"`],
    ['an apostrophe before it', "'tis", `"''tis"`],
    ['a formula behind a tab', '\t=1', `"'\t=1"`],
  ])('with %s is text and nothing else', (_what, text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});

describe('a line of the exported audit log', () => {
  it('has as many cells as the head', () => {
    const line = csvEntry(
      {
        id: '7',
        at: '2026-01-02T03:04:05.000Z',
        user: null,
        actor: { kind: 'agent', id: 's', name: "'=web1" },
        position: '9',
        hash: 'ef',
        environment: null,
        tenant: { id: 't', name: 'Contoso' },
        action: 'user.change',
        target: 'user',
        target_id: 'u',
        target_name: 'Uma',
        details: {},
        request_id: '',
      },
      { position: '9', hash: 'ef', detailsText: '{"a": "b\\r\\n"}', previousHash: 'ab' },
    );
    expect(line).toBe(
      '7,2026-01-02T03:04:05.000Z,,,t,Contoso,user.change,user,u,"{""a"": ""b\\r\\n""}",,agent,s,"\'\'=web1",9,ab,ef\r\n',
    );
    expect(line.split(',')).toHaveLength(csvHead().split(',').length);
    expect(readCsv(`${csvHead()}${line}${line}`)).toEqual([
      expect.objectContaining({ actorName: "'=web1", details: '{"a": "b\\r\\n"}', previous: 'ab', hash: 'ef' }),
      expect.objectContaining({ id: '7', userId: null, tenantId: 't', requestId: '' }),
    ]);
  });
});
