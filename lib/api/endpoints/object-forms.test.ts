import { describe, expect, it } from 'vitest';
import { readPreview } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { SHOP } from '@/lib/conductor/runtime/testing/shop';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR, SHOP) });

const PAIR = {
  type: 'com.example.WebPair',
  name: 'pages',
  greeting: 'Welcome',
  flavor: 'm1.small',
  osImage: { name: 'debian-12-murano' },
  unitNamingPattern: 'page#',
  units: [{}, {}],
};

async function services(at: string, session?: string) {
  const { json } = await product.member.call('GET', `${at}/services`, session === undefined ? {} : { session });
  return list(json).map(object);
}

describe('an application in MuranoPL without a form of its own', () => {
  it('is a service type like every other: the form is made of its class', async () => {
    const type = await product.reader.ok('GET', '/v1/catalog/services/com.example.WebPair');
    expect(type).toMatchObject({
      title: 'Pair of web servers',
      units: { min: 1, noun: 'machine' },
      form: [
        { title: 'Settings', fields: ['name', 'greeting'] },
        { title: 'Machines', fields: expect.arrayContaining(['unitCount', 'flavor', 'osImage']) },
      ],
    });
    expect(list(type.properties).map(object)).toContainEqual(
      expect.objectContaining({ name: 'greeting', kind: 'string', default: 'Hello', label: 'Greeting' }),
    );
  });

  it('is added by its answers, drafted with its machines, deployed, compared and rolled back', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: PAIR });
    const [drafted] = await services(at, session);
    expect(list(drafted?.units)).toHaveLength(2);
    expect(JSON.stringify(await readPreview(member, at, session))).toContain('page2');

    const runId = await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    // what machines cannot tell the outcome of is never called done
    const { deployments } = await member.ok('GET', `${at}/runs/${runId}/progress`);
    const { commands } = object(object(deployments)[runId]);
    const passedOver = list(Object.values(object(commands))).filter(({ executed }) => executed === false);
    expect(passedOver.map(({ command, host }) => `${command} ${host}`).sort()).toEqual([
      'install page1',
      'install page2',
    ]);
    const [service] = await services(at);
    expect(service).toMatchObject({
      greeting: 'Welcome',
      status: 'ready',
      state: { pages: { page1: 'Welcome from page1\n', page2: 'Welcome from page2\n' } },
      units: [{ state: { hostname: 'page1' } }, { state: { hostname: 'page2' } }],
    });
    const ids = (one: typeof service) => list(one?.units).map((unit) => object(unit).id);
    expect(ids(service)).toEqual(ids(drafted));

    const next = await open(member, at);
    const body = { greeting: 'Hello', units: [...list(service?.units), {}] };
    await member.ok('PUT', `${at}/services/${String(service?.id)}`, { session: next, body });
    const diff = await member.ok('GET', `${at}/sessions/${next}/diff`);
    expect(JSON.stringify(diff)).toContain('Greeting');
    await deploy(member, at, next);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [grown] = await services(at);
    expect(object(object(grown?.state).pages)).toMatchObject({ page3: 'Hello from page3\n' });
    expect(ids(grown).slice(0, 2)).toEqual(ids(service));

    const compared = await member.ok('GET', `${at}/compare?from=1&to=2`);
    expect(JSON.stringify(compared)).toContain('Greeting');
    const { entries } = await member.ok('GET', `${at}/history`);
    const first = list(entries)
      .map(object)
      .find(({ version }) => version === 1);
    const back = await member.ok('POST', `${at}/deployments/${String(first?.run_id)}/rollback`);
    await deploy(member, at, String(back.id));
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [again] = await services(at);
    expect(again).toMatchObject({ greeting: 'Welcome' });
    expect(ids(again)).toEqual(ids(service));
    const machines = await product.db.cloudMachine.findMany({ where: { deletedAt: null } });
    expect(machines.map(({ hostname }) => hostname).sort()).toEqual(['page1', 'page2']);
  });

  it('is refused where its answers break what the class says, at the field', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const body = { ...PAIR, flavor: 'm9.none', units: [] };
    const answer = await member.call('POST', `${at}/services`, { session, body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('"path":"flavor"');
    expect(answer.text).toContain('"path":"units"');
  });
});

describe('a property that people answer and programs change', () => {
  const SHOP_ANSWERS = {
    type: 'com.example.Shop',
    name: 'corner',
    title: 'Corner',
    admins: ['root'],
    flavor: 'm1.small',
    osImage: { name: 'debian-12-murano' },
    unitNamingPattern: 'till#',
    units: [{}],
  };

  it('keeps what an action made of it, for the next action, the page and the next draft; a new answer counts again', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: SHOP_ANSWERS });
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [service] = await services(at);
    const addAdmin = async (admin: string) => {
      const action = `${at}/actions/${String(service?.id)}_addAdmin`;
      const { task_id } = await member.ok('POST', action, { body: { admin } });
      await settled(member, at);
      return member.ok('GET', `${at}/actions/${String(task_id)}`);
    };
    expect(await addAdmin('anna')).toMatchObject({ isException: false, result: ['root', 'anna'] });
    expect(await services(at)).toMatchObject([{ admins: ['root', 'anna'] }]);
    expect(await addAdmin('anna')).toMatchObject({ isException: true });

    const next = await open(member, at);
    expect(await services(at, next)).toMatchObject([{ admins: ['root', 'anna'] }]);
    await member.ok('PUT', `${at}/services/${String(service?.id)}/title`, { session: next, body: 'Other' });
    await deploy(member, at, next);
    await settled(member, at);
    expect(await addAdmin('bert')).toMatchObject({ result: ['root', 'anna', 'bert'] });

    const third = await open(member, at);
    await member.ok('PUT', `${at}/services/${String(service?.id)}/admins`, { session: third, body: ['carl'] });
    await deploy(member, at, third);
    await settled(member, at);
    expect(await addAdmin('anna')).toMatchObject({ result: ['carl', 'anna'] });
  });
});
