import { describe, expect, it } from 'vitest';
import type { Service, Unit } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import { WorkflowInputSchema } from '@/lib/model/runs/workflow-input';
import type { ServiceType } from '@/lib/model/service-type';
import { isReplaceable, setUpUnits } from './replacement';

const setUp = (workflow: UnitWorkflow, parameters: JsonObject) =>
  setUpUnits(workflow, WorkflowInputSchema.parse({ parameters }), ['works', 'broken', 'other'], ['broken', 'other']);

describe('machines that are set up anew', () => {
  it('are those that could not be repaired, where that is allowed', () => {
    expect(setUp('heal', {})).toEqual([]);
    expect(setUp('heal', { allow_reinstall: false })).toEqual([]);
    expect(setUp('heal', { allow_reinstall: true })).toEqual(['broken', 'other']);
  });

  it('are all that are chosen, where a repair is to do nothing else; never where it is forbidden as well', () => {
    expect(setUp('heal', { force_reinstall: true })).toEqual(['works', 'broken', 'other']);
    expect(setUp('heal', { force_reinstall: true, allow_reinstall: false })).toEqual([]);
  });

  it('are those that could not be updated where they are not left out, or else those that are named', () => {
    expect(setUp('update', {})).toEqual([]);
    expect(setUp('update', { force_reinstall: false })).toEqual([]);
    expect(setUp('update', { skip_reinstall: true })).toEqual([]);
    expect(setUp('update', { skip_reinstall: false })).toEqual(['broken', 'other']);
    expect(setUp('update', { force_reinstall: true })).toEqual(['broken', 'other']);
    expect(setUp('update', { force_reinstall: true, skip_reinstall: true })).toEqual([]);
    expect(setUp('update', { reinstall_list: ['other', 'works'] })).toEqual(['other']);
  });
});

describe('a machine that may be made again', () => {
  const units = ['first', 'second'].map((id): Unit => ({ id, name: id, leads: id === 'second' }));
  const service = { id: 's', type: 'farm', name: 'farm', units } as unknown as Service;
  const may = (more: object) => {
    const type = { type: 'farm', exactlyOne: null, units: { managed: false }, ...more } as unknown as ServiceType;
    return units.map((unit) => isReplaceable({ service, unit }, [type]));
  };

  it('is any whose package says nothing else', () => {
    expect(may({})).toEqual([true, true]);
    expect(may({ type: 'other' })).toEqual([false, false]);
  });

  it('is not the one that the others follow, nor one of a package that decides about its machines', () => {
    expect(may({ exactlyOne: 'leads' })).toEqual([true, false]);
    expect(may({ units: { managed: true } })).toEqual([false, false]);
  });
});
