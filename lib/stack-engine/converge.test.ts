import { describe, expect, it } from 'vitest';
import { errors } from '@/lib/errors';
import { cleanUp, converge } from './converge';
import { type HostScript, idle, MemoryHost, type MemoryResource, now, resource, templateOf } from './testing';

/** Begins to make resources be as a template says; what the script holds is released by the test. */
function begin(
  resources: Parameters<typeof templateOf>[0],
  rows: readonly MemoryResource[] = [],
  { removes = true, ...script }: HostScript & { removes?: boolean } = {},
) {
  const host = new MemoryHost(script);
  const alive = new AbortController();
  const ended = converge(host, templateOf(resources), rows, alive.signal, removes ? host : null);
  return { host, alive, ended };
}

const broken = (name: string) => ({ resource: name, type: 'OS::Heat::Value', reason: `${name} is broken` });

describe('making a stack be as its template says', () => {
  it('begins with everything at once that needs nothing, and with the rest when what it needs is there', async () => {
    const stack = { web: { needs: ['net', 'disk'] }, net: {}, disk: {}, key: {} };
    const { host, ended } = begin(stack, [], { held: ['net', 'disk'] });
    await idle();
    expect(host.events).toEqual(['create net', 'create disk', 'create key', 'create key done']);
    host.release('net');
    await idle();
    expect(host.events).not.toContain('create web');
    host.release('disk');
    expect(await ended).toEqual([]);
    expect(host.events.slice(-3)).toEqual(['create disk done', 'create web', 'create web done']);
  });

  it('changes what is otherwise, and leaves alone what is right', async () => {
    const rows = [resource('net', { text: 'a' }), resource('web', { text: 'a' })];
    const { host, ended } = begin({ net: { text: 'a' }, web: { text: 'b' } }, rows);
    expect(await ended).toEqual([]);
    expect(host.events).toEqual(['update web', 'update web done']);
  });

  it('waits for what is under way already, as after a process has died', async () => {
    const rows = [resource('net', { status: 'IN_PROGRESS' })];
    const { host, ended } = begin({ net: {}, web: { needs: ['net'] } }, rows, { held: ['net'] });
    await idle();
    expect(host.events).toEqual([]);
    host.release('net');
    expect(await ended).toEqual([]);
    expect(host.events).toEqual(['create net done', 'create web', 'create web done']);
  });

  it('removes what it replaces when its successor is there, and after what was made from it', async () => {
    const rows = [resource('net', { text: 'a' }), resource('web', { text: 'a', requires: ['net'] })];
    const wanted = { net: { text: 'b' }, web: { text: 'b', needs: ['net'] } };
    const { host, ended } = begin(wanted, rows, { changed: 'replace' });
    expect(await ended).toEqual([]);
    const begun = host.events.filter((event) => !event.endsWith(' done'));
    expect(begun).toEqual(['create net anew', 'create web anew', 'delete web', 'delete net']);
  });

  it('removes what the template has no more, those first that were made from others', async () => {
    const rows = [resource('net'), resource('port', { requires: ['net'] }), resource('web', { requires: ['port'] })];
    const { host, ended } = begin({ key: {} }, rows);
    expect(await ended).toEqual([]);
    const removed = host.events.filter((event) => event.startsWith('delete') && !event.endsWith(' done'));
    expect(removed).toEqual(['delete web', 'delete port', 'delete net']);
  });

  it('leaves all that for later where nothing is to be removed meanwhile', async () => {
    const { host, ended } = begin({}, [resource('net')], { removes: false });
    expect(await ended).toEqual([]);
    expect(host.events).toEqual([]);
  });

  it('begins nothing any more after a failure, and waits no longer for what is under way', async () => {
    const stack = { net: {}, web: { needs: ['net'] }, disk: {} };
    const { host, ended } = begin(stack, [resource('old')], { failing: ['net'], held: ['disk', 'old'] });
    expect(await now(ended)).toEqual([broken('net')]);
    expect(host.events).toEqual(['create net', 'create disk', 'delete old', 'create net failed']);
  });

  it('fails where a change or a removal does', async () => {
    expect(await begin({ web: { text: 'b' } }, [resource('web')], { failing: ['web'] }).ended).toEqual([broken('web')]);
    expect(await begin({}, [resource('web')], { failing: ['web'] }).ended).toEqual([broken('web')]);
  });

  it('fails at a resource that the host refuses, and ends with whatever else the host throws', async () => {
    const refusing = (error: Error) => {
      const host = new MemoryHost();
      host.decide = () => Promise.reject(error);
      return converge(host, templateOf({ web: {} }), [], new AbortController().signal, host);
    };
    const reason = 'There is no such flavor.';
    expect(await refusing(errors.invalidInput(reason, []))).toEqual([{ ...broken('web'), reason }]);
    await expect(refusing(new Error('The connection was lost.'))).rejects.toThrow('The connection was lost.');
  });

  it('ends at once when it is ended from outside: nothing begins, and nothing has failed', async () => {
    const { host, alive, ended } = begin({ net: {}, web: { needs: ['net'] } }, [], { held: ['net'] });
    await idle();
    alive.abort();
    expect(await now(ended)).toEqual([]);
    expect(host.events).toEqual(['create net']);
  });
});

describe('removing resources', () => {
  const rows = [
    resource('net'),
    resource('port', { requires: ['net'] }),
    resource('web', { requires: ['port'] }),
    resource('disk'),
  ];
  const remove = async (script: HostScript, all = rows) => {
    const host = new MemoryHost(script);
    const failures = await cleanUp(host, all, new AbortController().signal);
    return { failures, begun: host.events.filter((event) => !/ (done|failed)$/.test(event)) };
  };

  it('goes from what was made from others to those, everything else at once', async () => {
    const { failures, begun } = await remove({});
    expect(failures).toEqual([]);
    expect(begun.toSorted()).toEqual(['delete disk', 'delete net', 'delete port', 'delete web']);
    const order = ['delete web', 'delete port', 'delete net'].map((one) => begun.indexOf(one));
    expect(order).toEqual(order.toSorted());
  });

  it('leaves what could not be removed, and what that was made from', async () => {
    const { failures, begun } = await remove({ failing: ['port'] });
    expect(failures).toEqual([broken('port')]);
    expect(begun).not.toContain('delete net');
  });

  it('cuts a circle of old and new resources that need each other', async () => {
    const crosswise = [
      resource('a', { id: 'old a', requires: ['b'], replaced: true }),
      resource('b', { id: 'old b', replaced: true }),
      resource('b', { id: 'new b', requires: ['a'] }),
      resource('a', { id: 'new a' }),
    ];
    const { failures, begun } = await remove({}, crosswise);
    expect(failures).toEqual([]);
    expect(begun.toSorted()).toEqual(['delete new a', 'delete new b', 'delete old a', 'delete old b']);
  });
});
