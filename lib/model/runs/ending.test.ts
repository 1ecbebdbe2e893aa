import { describe, expect, it } from 'vitest';
import { exampleEnvironment, exampleWeb } from '../topology/testing/example';
import { endingOf } from './ending';

const model = exampleEnvironment(exampleWeb());
const environment = { name: 'Renamed meanwhile', version: 3 };
const end = (outcome: string, changesModel = true) => ({ outcome, changesModel, model });

describe('the end of a run', () => {
  it('leaves the document as reached under the name of the environment, whatever the outcome', () => {
    for (const outcome of ['success', 'failed', 'cancelled']) {
      const ending = endingOf({ kind: 'deploy', ownsDraft: true }, end(outcome), environment);
      expect(ending).toMatchObject({ isGone: false, version: 4, left: model, invalidatesSessions: false });
      expect(ending.document).toEqual({ ...model, name: 'Renamed meanwhile' });
    }
  });

  it('outdates drafts where it made a version without being one itself', () => {
    expect(endingOf({ kind: 'scale', ownsDraft: false }, end('success'), environment).invalidatesSessions).toBe(true);
    const unchanged = endingOf({ kind: 'restart', ownsDraft: false }, end('success', false), environment);
    expect(unchanged).toMatchObject({ version: 3, invalidatesSessions: false });
  });

  it('deletes the environment only where the deletion succeeded; otherwise its document tells what may be there', () => {
    const gone = endingOf({ kind: 'delete', ownsDraft: false }, end('success'), environment);
    expect(gone).toMatchObject({ isGone: true, left: { services: [] } });
    expect(gone.document).not.toBeNull();
    const failed = endingOf({ kind: 'delete', ownsDraft: false }, end('failed'), environment);
    expect(failed).toMatchObject({ isGone: false, document: null });
  });
});
