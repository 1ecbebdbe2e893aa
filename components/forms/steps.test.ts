import { describe, expect, it } from 'vitest';
import { ServiceTypeSchema } from '@/lib/model/service-type';
import { firstIncomplete, stepsOf } from './steps';

const type = ServiceTypeSchema.parse({
  type: 'directory',
  package: 'test.Directory',
  version: '1',
  title: 'Directory',
  summary: '',
  properties: [
    { name: 'domain', kind: 'domainName', label: 'Domain', required: true },
    { name: 'password', kind: 'password', label: 'Password', required: true },
    { name: 'open', kind: 'boolean', label: 'Public address', publicAddresses: 'service' },
    { name: 'pattern', kind: 'hostnamePattern', label: 'Names', expert: true },
  ],
  unitProperties: [],
  units: { min: 1, max: 2, default: 1, noun: 'machine' },
  roles: [],
  form: [
    { title: 'Domain', fields: ['domain', 'password', 'open'] },
    { title: 'Machines', fields: ['unitCount', 'pattern'] },
  ],
});
const steps = stepsOf(type, { units: [{}] });
const problem = (path: string) => ({ path, code: 'required', sentence: 'Fill it in.' });

describe('the first step that cannot be left yet', () => {
  it('is the one with a problem, folded fields included', () => {
    expect(firstIncomplete(steps, [problem('pattern'), problem('domain')], [])).toBe(0);
    expect(firstIncomplete(steps, [problem('pattern')], [])).toBe(1);
  });

  it('is the one with a password that was typed only once', () => {
    expect(firstIncomplete(steps, [], ['password'])).toBe(0);
  });

  it('is the review when nothing is missing, and for what belongs to no field', () => {
    expect(firstIncomplete(steps, [], [])).toBe(2);
    expect(firstIncomplete(steps, [problem('elsewhere')], [])).toBe(2);
  });
});

describe('public addresses', () => {
  const asked = (limit: number, open?: boolean) => {
    const share = { used: 0, limit: 1 };
    const quota = { machines: share, vcpus: share, memoryMb: share, publicAddresses: { used: 0, limit } };
    const [first] = stepsOf(type, { units: [{}], ...(open !== undefined && { open }) }, { quota });
    return first?.plain.some(({ path }) => path === 'open');
  };

  it('are asked about where the cloud has some, and where somebody has asked for them', () => {
    expect([asked(4), asked(-1), asked(0), asked(0, false), asked(0, true)]).toEqual([true, true, false, false, true]);
  });
});
