import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { createHostNames } from './host-names';
import { packageTemplates } from './templates';
import { environment, onePackage, runInTestWorld } from './testing';
import { createUserData } from './user-data';

const NAME = `<rule match="$.services[*].units[?(@.state.hostname is None)]"><set path="state.hostname"><generate-hostname>
  <parameter name="pattern"><select path="::unitNamingPattern"/></parameter>
  <parameter name="service_id"><select path="::id"/></parameter></generate-hostname></set></rule>`;

function farm(pattern: string | null, ...hosts: (string | null)[]): JsonObject {
  const units = hosts.map((host, index) => ({
    id: `u${index + 1}`,
    ...(host === null ? {} : { state: { hostname: host } }),
  }));
  return { id: 'e', services: [{ id: 's', unitNamingPattern: pattern, units }] };
}

async function named(model: JsonObject) {
  const { model: after, error } = await runInTestWorld({ model, workflows: NAME });
  if (error) throw error;
  return (after.services as JsonObject[]).flatMap(({ units }) =>
    (units as JsonObject[]).map(({ state }) => (state as JsonObject).hostname as string),
  );
}

describe('Host names', () => {
  it('number the units of a service', async () => {
    expect(await named(farm('web#', null, null))).toEqual(['web1', 'web2']);
    expect(await named(farm('dc#-loc', null))).toEqual(['dc1-loc']);
  });

  it('leave out numbers of machines that are on their way out, as the caller names them', async () => {
    const model = { ...farm('web#', 'web1', null), state: { hosts: ['web1', 'WEB2', 'web4'] } };
    const workflows = NAME.replace(
      '</generate-hostname>',
      '<parameter name="avoid"><select path="/state.hosts"/></parameter></generate-hostname>',
    );
    const { model: after } = await runInTestWorld({ model, workflows });
    expect(JSON.stringify(after)).toContain('"hostname":"web3"');
    const alone = { ...farm('web', null), state: { hosts: ['web'] } };
    expect(JSON.stringify((await runInTestWorld({ model: alone, workflows })).model)).toContain('"hostname":"web"');
  });

  it('go on counting after a restart: a third unit becomes web3', async () => {
    expect(await named(farm('web#', 'web1', 'web2', null))).toEqual(['web1', 'web2', 'web3']);
  });

  it('never give a name twice, whichever unit went or whoever has it', async () => {
    expect(await named(farm('web#', 'web2', null))).toEqual(['web2', 'web3']);
    const model = farm('web#', null);
    (model.services as JsonObject[]).push({
      id: 'other',
      unitNamingPattern: 'WEB#',
      units: [{ id: 'x', state: { hostname: 'WEB1' } }],
    });
    expect(await named(model)).toEqual(['web2', 'WEB1']);
  });

  it('are the pattern itself without #, for one machine only', async () => {
    expect(await named(farm('fixed', null))).toEqual(['fixed']);
    await expect(named(farm('fixed', null, null))).rejects.toMatchObject({ code: 'host_name_taken' });
  });

  it.each(['averylongpattern#', '#'])('are refused when Windows would refuse them: %s', async (pattern) => {
    await expect(named(farm(pattern, null))).rejects.toMatchObject({ code: 'bad_host_name' });
  });

  it('follow from the ids without a pattern: the same in every replay, fit for NetBIOS, all different', async () => {
    const units = Array.from({ length: 50 }, () => null);
    const first = await named(farm('', ...units));
    expect(await named(farm(null, ...units))).toEqual(first);
    expect(new Set(first).size).toBe(50);
    for (const name of first) expect(name).toMatch(/^[a-z][a-z0-9]{1,14}$/);
  });

  it('try again when the source of names repeats itself', () => {
    const names = createHostNames(undefined, (seed) => (seed.endsWith('/1') ? 'second' : 'first'));
    const ask = () =>
      names({
        pattern: null,
        serviceId: 's',
        unitId: 'u',
        model: environment(),
        avoid: [],
        span: { file: 'f', line: 1, column: 1 },
      });
    expect([ask(), ask()]).toEqual(['first', 'second']);
  });
});

describe('The first boot script', () => {
  const origin = { package: '', serviceType: null };
  const request = { template: 'Default', hostName: 'web1', serviceId: 'S1', unitId: 'U1', environmentId: 'E1', origin };
  const userDataOf = (scripts: Record<string, string>) =>
    createUserData(packageTemplates({ resources: [onePackage({ scripts })] }));
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it("is the package's: it tells the agent its queue and the computer its name", () => {
    const file = 'catalog/io.vetro.windows.Core/Resources/scripts/FirstBoot-Default.ps1';
    const script = userDataOf({ 'FirstBoot-Default.ps1': fs.readFileSync(file, 'utf8') })(request);
    expect(script.startsWith('#ps1_sysnative')).toBe(true);
    expect(script).toContain(`Read-Text '${base64('ee1-s1-u1')}'`);
    expect(script).toContain(`Read-Text '${base64('web1')}'`);
    expect(script).not.toContain('%');
  });

  it('may be of any system, and lets no name end its text', () => {
    const userData = userDataOf({ 'FirstBoot-Linux.sh': '#!/bin/sh\necho %HOST_NAME_BASE64%' });
    const hostName = "x'; evil; $& '";
    expect(userData({ ...request, template: 'Linux', hostName })).toBe(`#!/bin/sh\necho ${base64(hostName)}`);
    expect(() => userData(request)).toThrow(
      'neither the package nor one that it requires has a script FirstBoot-Default',
    );
  });

  it('is given to rules by <prepare-user-data>', async () => {
    const { model } = await runInTestWorld({
      workflows: '<set path="data"><prepare-user-data hostname="web1" service="s1" unit="u1"/></set>',
      packages: { scripts: { 'FirstBoot-Default.ps1': '%QUEUE_BASE64%' } },
    });
    expect(model.data).toBe(base64('ee1-s1-u1'));
  });

  it('knows no other template', async () => {
    const { error } = await runInTestWorld({
      workflows: '<set path="d"><prepare-user-data hostname="w" service="s" unit="u" template="Linux"/></set>',
    });
    expect(error?.code).toBe('unknown_template');
  });
});
