import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPolicyFile } from '@/lib/formats/policy/policy-file';
import { textProblems } from './evaluate';
import { fileProblems } from './policy-fixtures';

/** A rule that can never fire is an error with its place, and with the name that was probably meant. */

const BEGIN = 'predeploy_errors(e, o, m) :- murano:objects(e, t, "io.murano.Environment"), murano:objects(o, e, m)';
const only = (text: string) => {
  const [problem, ...others] = textProblems(text);
  expect(others).toEqual([]);
  return problem;
};

describe('a rule that can never fire', () => {
  it.each([
    [`${BEGIN}, isbig(o)`, /“isbig”.*always empty/],
    [`is_big("x")\n${BEGIN}, isbig(o)`, /Did you mean “is_big”\?/],
    [`${BEGIN}, not isbig(o)`, /always empty/],
    [`${BEGIN}, objects(o, e, m)`, /Did you mean “murano:objects”\?/],
    [BEGIN.replace('murano:objects(e', 'Murano:objects(e'), /no source “Murano”.*Did you mean “murano:objects”\?/],
    [BEGIN.replace('murano:objects(e', 'murano:Objects(e'), /no table “Objects”.*Did you mean “murano:objects”\?/],
    [BEGIN.replace('murano:objects(e', 'neutron:objects(e'), /no source “neutron”/],
    [`${BEGIN}, cloud:flavors(nmae=m)`, /no column nmae.*Did you mean “name”\?/],
    [BEGIN.replace('predeploy_errors', 'predeploy_error'), /Did you mean “predeploy_errors”\?/],
    [BEGIN.replace('predeploy_errors', 'Predeploy_Errors'), /Did you mean “predeploy_errors”\?/],
    [BEGIN.replace('predeploy_errors', 'predeploy-errors'), /Did you mean “predeploy_errors”\?/],
    [BEGIN.replace('predeploy_errors', 'predeploy_warning'), /Did you mean “predeploy_warnings”\?/],
    [BEGIN.replace('(e, o, m)', '(e, m)'), /has 3 columns \(environment, object, message\), 2 are given/],
    ['predeploy_warnings("e", "o")', /has 3 columns/],
    [`big("x", "y")\n${BEGIN}, big(o)`, /“big” has 2 columns, 1 are given/],
    [`big("x", "y")\nbig("x")\n${BEGIN}, big(o, m)`, /“big” has 2 columns elsewhere, 1 here/],
    [`${BEGIN}, eq(o, "x")`, /Did you mean “equal”\?/],
    [`${BEGIN}, gt(o)`, /“gt” takes 2 values \(x, y\), 1 are given/],
    [`${BEGIN}, builtin:grt(o, m)`, /Did you mean “builtin:gt”|“gt”\?/],
    [`${BEGIN}, equal(o, 4)`, /“o” is a text and 4 a number/],
    [`${BEGIN}, murano:properties(o, "port", p), gt(p, 1024)`, /int\(text, n\)/],
    [`${BEGIN}, murano:properties(o, "port", 8080)`, /8080 is a whole number, and here stands a text/],
    [`${BEGIN}, cloud:flavors(name=o, vcpus=m)`, /“m” is a text, and here stands a whole number/],
    [`${BEGIN}, minus(o, 1, n)`, /“minus” takes numbers, and “o” is a text/],
    [`${BEGIN}, cloud:flavors(name=o, vcpus=v), len(v, n)`, /“len” takes texts, and “v” is a number/],
    [`${BEGIN}, int(m, n), concat(o, n, s)`, /“o” is a text and “n” a number/],
    [`port(o, p) :- murano:properties(o, "port", p)\n${BEGIN}, port(o, p), gt(p, 1)`, /“p” is a text and 1 a number/],
    [`${BEGIN}, request:run("deplyo")`, /kind of “request:run” is never "deplyo".*Did you mean “deploy”\?/],
    [`${BEGIN}, not request:run(kind="Delete")`, /never "Delete"; it is one of .*Did you mean “delete”\?/],
    [`${BEGIN}, request:user(o, "root")`, /role of “request:user” is never "root"; it is one of reader, member, admin/],
    [`${BEGIN}, cloud:quotas("memory", used, most)`, /resource of “cloud:quotas” is never "memory"/],
    [`${BEGIN}, totals:resources(resource="cores", asked=n)`, /never "cores"; it is one of machines, vcpus, memory_mb/],
    [
      BEGIN.replace('(e, t, "io.murano.Environment")', '(e, t, u), murano:states(e, "ready")'),
      /never "ready".*pending/,
    ],
    [`${BEGIN}, deployed:states(id=e, state="deployed")`, /“deployed:states” is never "deployed"/],
    ['predeploy_modify(e, e, "set-proprety: {object_id: a}") :- murano:states(e, s)', /Did you mean “set-property”\?/],
    [
      'predeploy_modify(e, e, a) :- murano:states(e, s), concat("set-property: {object_id: ", e, b), concat(b, ", prop: x}", a)',
      /“set-property” takes no prop; it takes object_id, prop_name, value/,
    ],
    [`${BEGIN}, request:time(weekday=0)`, /weekday of “request:time” is never 0; it is from 1 to 7/],
    [`${BEGIN}, request:time(hour=24)`, /hour of “request:time” is never 24; it is from 0 to 23/],
    [`${BEGIN}, request:time(hour=h), gt(h, 23)`, /“h” is always from 0 to 23, so this never holds/],
    [`${BEGIN}, request:time(minute=n), not lt(n, 60)`, /“n” is always from 0 to 59, so this never holds: not lt/],
    [`${BEGIN}, murano:states(e, s), equal(s, "ready")`, /“s” is always "pending", so this never holds: equal/],
    [
      `${BEGIN}, murano:states(e, s), not equal("pending", s)`,
      /“s” is always "pending", so this never holds: not equal/,
    ],
    [`${BEGIN}, request:run(k), equal(k, "deplyo")`, /“k” is always "deploy" or .*so this never holds/],
    [`${BEGIN}, request:run(k), request:user(name=u, role=k)`, /values of another column/],
    [`${BEGIN}, equal(m, "a"), equal(m, "b")`, /“m” is always "a", so this never holds: equal\(m, "b"\)/],
    [`${BEGIN}, equal(1, 2)`, /The values say no, so this never holds/],
    [`${BEGIN}, int("four", n)`, /The values say no/],
    [`${BEGIN}, cloud:flavors(name=o, vcpus=v), lt(v, v)`, /“v” stands on both sides/],
    [`${BEGIN}, not equal(m, m)`, /“m” stands on both sides/],
    [`${BEGIN}, not murano:objects(o, e, m)`, /The same is a condition of this rule/],
    [`${BEGIN}, ip_in_network(m, "10.0.0.0/33")`, /"10.0.0.0\/33" is no network that “ip_in_network” can read/],
    [`${BEGIN}, datetime_lt(m, "yesterday")`, /"yesterday" is no y that “datetime_lt” can read/],
    [BEGIN.replace('(e, o, m)', '("env", o, m)'), /"env" is no environment’s id/],
    [BEGIN.replace('(e, o, m)', '(1, o, m)'), /1 is no environment’s id/],
  ])('%s', (text, sentence) => {
    const problem = only(text);
    expect(problem?.sentence).toMatch(sentence);
    // columns that its author left out have no names
    expect(problem?.sentence).not.toMatch(/\b_\d/);
    expect(problem).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });

  it('is told with the line and column of what is wrong, and together with everything else', () => {
    expect(textProblems(`ok("x")\n${BEGIN},\n    isbig(o), ok(o), Cloud:zones(m)`)).toMatchObject([
      { line: 3, column: 5 },
      { line: 3, column: 22 },
    ]);
  });
});

describe('a rule that may fire', () => {
  it.each([
    BEGIN,
    `${BEGIN}, parameter("most", most), gt(most, 4)`,
    `ram(f, mb) :- nova:flavors(name=f, ram=mb)\n${BEGIN}, ram(o, mb), gt(mb, 2048)`,
    `flavor_ram(f, r) :- nova:flavors(id, f, cpus, r, disk, ephemeral, factor)\n${BEGIN}, flavor_ram(o, r), gt(r, 2048)`,
    `${BEGIN}, murano:properties(o, "port", p), int(p, n), gt(n, 1024)`,
    // the columns of Congress' drivers of Murano and Nova, by name
    `${BEGIN}, murano:relationships(source_id=e, target_id=o, name=n), murano:connected(source_id=e, target_id=o)`,
    `${BEGIN}, murano:parent_types(id=o, parent_type=t), murano:properties(owner_id=o, name=n, value=v)`,
    `helper(x) :- murano:states(id=x, state=y), murano:objects(object_id=x, owner_id=z, type=t)`,
    `size(f) :- nova:flavors(id=i, name=f, vcpus=v, ram=r, disk=d, ephemeral=m, rxtx_factor=x)`,
    `${BEGIN}, murano_system:mine(o)\nmine("x")`,
    `${BEGIN}, murano:states(e, "pending"), request:run("check_drift"), request:user(o, "admin"), totals:resources("vcpus", asked, deployed)`,
    `helper(x) :- murano:states(x, y)`,
    'predeploy_modify(e, e, a) :- murano:states(e, s), concat("set-property: {object_id: ", e, b), concat(b, ", prop_name: x, value: 1}", a)',
    `${BEGIN}, request:time(weekday=d, hour=h), gteq(d, 6), lt(h, 7), gt(h, 5)`,
    `${BEGIN}, request:run(k), not equal(k, "deploy"), not equal(k, "delete")`,
    `${BEGIN}, equal(o, m), equal(m, "a"), equal("x", "x"), not equal(m, "b")`,
    `${BEGIN}, ip_in_network(m, "10.0.0.0/8"), not ip_in_network(m, "fe80::/10"), datetime_lt(m, "2027-01-01")`,
    `${BEGIN}, concat("a", "b", n), not concat("a", m, n), plus(1, 2, 3), len(m, n2), max(n2, 3, n3), equal(n3, 3)`,
    `${BEGIN}, now(n), datetime_lt(n, "10:00")`,
    BEGIN.replace('(e, o, m)', '("0123456789abcdef0123456789abcdef", o, m)'),
  ])('%s', (text) => expect(textProblems(text)).toEqual([]));

  it.each(fs.readdirSync('policies'))('as those of %s', (file) => {
    const { file: read } = readPolicyFile(file, fs.readFileSync(path.join('policies', file), 'utf8'));
    expect(read && fileProblems(read)).toEqual([]);
  });
});

describe('texts as long as they may be', () => {
  it('are looked at to the end of a chain of thousands of tables', () => {
    const rules = Array.from({ length: 5_000 }, (_, at) => `r${at}(x) :- r${at + 1}(x)\n`);
    expect(textProblems(rules.join(''))).toMatchObject([{ line: 5_000, column: 13 }]);
  });

  it('name what was probably meant for the first unknown tables alone', () => {
    const rules = Array.from({ length: 5_000 }, (_, at) => `p(x) :- q${at}(x)\n`);
    const problems = textProblems(rules.join(''));
    expect(problems.at(-1)?.sentence).toBe('There are 4900 more problems. Mend those above first.');
  });
});
