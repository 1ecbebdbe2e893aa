import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import { hostNodeId } from '@/lib/model/topology/graph';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleUnit } from '@/lib/model/topology/testing/example';
import { pictureOf } from './picture';
import { placeOf } from './place-of';

const HOST = hostNodeId('1'.repeat(32));
const picture = pictureOf(
  buildTopology({
    deployed: exampleEnvironment(
      exampleDomain({ units: [exampleUnit('1', { isMaster: true, state: { hostname: 'dc1' } })] }),
    ),
    next: null,
    types: EXAMPLE_TYPES,
    deployment: null,
    machines: {},
  }),
);
const SERVICE = picture.byId.get(HOST)?.parentId ?? '';
const SERVICE_BOX = { x: 100, y: 200, width: 400, height: 300 };
const HOST_BOX = { x: 10, y: 20, width: 80, height: 60 };
const BOXES = new Map([
  [SERVICE, SERVICE_BOX],
  [HOST, HOST_BOX],
]);

describe('a part stands', () => {
  it('where its box is', () => {
    expect(placeOf(picture, BOXES, SERVICE)).toEqual(SERVICE_BOX);
  });

  it('as a machine, inside its service', () => {
    expect(placeOf(picture, BOXES, HOST)).toEqual({ x: 110, y: 220, width: 80, height: 60 });
  });

  it('nowhere when neither it nor its service is drawn, or it is unknown', () => {
    expect(placeOf(picture, new Map([[SERVICE, SERVICE_BOX]]), HOST)).toBeNull();
    expect(placeOf(picture, new Map([[HOST, HOST_BOX]]), HOST)).toBeNull();
    expect(placeOf(picture, new Map(), SERVICE)).toBeNull();
    expect(placeOf(picture, new Map([['nobody', HOST_BOX]]), 'nobody')).toBeNull();
  });
});
