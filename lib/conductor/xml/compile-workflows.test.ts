import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { compileWorkflows } from './compile-workflows';

function problems(...xml: string[]) {
  const files = xml.map((text, index) => ({ file: `w${index + 1}.xml`, xml: text }));
  try {
    compileWorkflows(files);
  } catch (error) {
    if (!isVetroError(error)) throw error;
    return { error, found: error.details.problems as { code: string; message: string; file: string; line: number }[] };
  }
  return { error: null, found: [] };
}

const codes = (xml: string) => problems(`<workflow>${xml}</workflow>`).found.map(({ code }) => code);

describe('Compiling workflows', () => {
  it('tells every problem of every file at once, with file, line and column', () => {
    const { error, found } = problems(
      '<workflow>\n<rule match="$.services[*]">\n  <frobnicate/>\n</rule>\n</workflow>',
      '<workflow>\n\n<rule match="$.units[?(@.a ==)]"/></workflow>',
    );
    expect(error?.kind).toBe('language');
    expect(error?.span).toEqual({ file: 'w1.xml', line: 3, column: 3 });
    expect(error?.sentence).toBe('w1.xml, line 3: unknown tag <frobnicate>. (and 1 more problem)');
    expect(found.map(({ code, file, line }) => [code, file, line])).toEqual([
      ['unknown_function', 'w1.xml', 3],
      ['bad_query', 'w2.xml', 3],
    ]);
  });

  it('tells malformed XML among the problems of other files', () => {
    const { found } = problems('<workflow><oops/></workflow>', '<workflow>');
    expect(found.map(({ code }) => code)).toEqual(['unknown_function', 'xml_malformed']);
  });

  it('finds an unknown tag inside blocks, parameters, maps and lists', () => {
    expect(codes('<update-cf-stack template="T"><success><oops/></success></update-cf-stack>')).toEqual([
      'unknown_function',
    ]);
    expect(codes('<set path="a"><parameter name="target"><oops/></parameter></set>')).toEqual(['unknown_function']);
    expect(codes('<set path="a"><map><x name="k"><oops/></x></map></set>')).toEqual(['unknown_function']);
    expect(codes('<set path="a"><list><item><oops/></item></list></set>')).toEqual(['unknown_function']);
  });

  it('finds missing, unknown and impossible arguments', () => {
    expect(codes('<rule id="x"/>')).toEqual(['missing_argument']);
    expect(codes('<set>x</set>')).toEqual(['missing_argument']);
    expect(codes('<rule macth="$"/>')).toEqual(['unknown_argument', 'missing_argument']);
    expect(codes('<rule match="$" limit="few"/>')).toEqual(['bad_argument']);
    expect(codes('<report entity="machine" id="1" text="x"/>')).toEqual(['bad_argument']);
    expect(codes('<report entity="unit" id="1" text="x" level="loud"/>')).toEqual(['bad_argument']);
    expect(codes('<send-command template="T" unit="u" service="s" timeout="soon"/>')).toEqual(['bad_argument']);
    expect(codes('<update-cf-stack template="T" mappings="x"/>')).toEqual(['bad_argument']);
    expect(codes('<set path="##a.b">x</set>')).toEqual(['bad_argument']);
    expect(codes('<set path="a"><parameter>x</parameter></set>')).toEqual(['bad_parameter']);
    expect(codes('<set path="a"><map><x>1</x></map></set>')).toEqual(['bad_map_entry']);
  });

  it('finds text and elements where none may stand', () => {
    expect(codes('<rule match="$">words</rule>')).toEqual(['misplaced']);
    expect(codes('<send-command template="T" unit="u" service="s">words</send-command>')).toEqual(['misplaced']);
    expect(codes('<success/>')).toEqual(['unknown_function']);
    expect(codes('<mute><true/></mute>')).toEqual(['misplaced']);
    expect(problems('<rule match="$"/>').found.map(({ code }) => code)).toEqual(['not_a_workflow']);
  });

  it.each([
    ['$.a[?(@.x = 1)]', '"=="'],
    ["$.a[?(@.x == 'y)]", 'not closed'],
    ['$.a[?(@.x == y)]', '"y" is not known'],
    ['$.a[?(!@.x)]', 'write "not"'],
    ['$.a[?(@.x and)]', 'not expected'],
    ['$.a[?(len(@.x)]', 'not closed'],
    ["$.a[?(__import__('os'))]", 'not known'],
    ['$.a[?(@.x.upper())]', 'not expected'],
    ['$.a[', 'missing'],
    ['$.a..', 'missing'],
    ['$.a b', 'no meaning'],
    ['services[*]', 'starts with "$"'],
    ['$.a[0:4:0]', 'other than 0'],
  ])('refuses the match %s and says why', (match, why) => {
    const escaped = match.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const { found } = problems(`<workflow><rule match="${escaped}"/></workflow>`);
    expect(found.map(({ code }) => code)).toEqual(['bad_query']);
    expect(found[0]?.message).toContain(why);
  });

  it('takes what the shipped Murano workflows wrote', () => {
    const matches = [
      "$.services[?(@.type == 'activeDirectory' and @.domain)].units[?(not @.isMaster)]",
      "$.services[?(@.type in ('aspNetApp', 'aspNetAppFarm') and @.adminPassword != @.state.adminPassword)].units[*]",
      '$..units[?(@.temp.instanceName and @.domain and @.domain != @.state.domain)]',
      "$.services[?(@.type == 'x' and @.state.primaryDc is None)].units[?(@.state.instanceName and @.isMaster)]",
      '$[?(not @.state.deleted)]',
      '/$.services[*]',
      '::$[*]',
    ];
    for (const match of matches) expect(codes(`<rule match="${match}"/>`)).toEqual([]);
  });
});
