import { describe, expectTypeOf, it } from 'vitest';
import type { EnvironmentView, SessionPage } from '@/lib/model/views';
import type { AddressOf, BodyOf, ResponseOf } from './contract';

describe('an address, to the compiler,', () => {
  it('answers what its endpoint declares, with a query or without', () => {
    expectTypeOf<ResponseOf<'GET', `/v1/environments/${string}/sessions`>>().toEqualTypeOf<SessionPage>();
    expectTypeOf<ResponseOf<'GET', `/v1/environments/${string}/sessions?${string}`>>().toEqualTypeOf<SessionPage>();
    expectTypeOf<ResponseOf<'PUT', `/v1/environments/${string}`>>().toEqualTypeOf<EnvironmentView>();
    expectTypeOf<ResponseOf<'DELETE', `/v1/environments/${string}`>>().toEqualTypeOf<void>();
  });

  it('takes what its endpoint takes, as it is before defaults', () => {
    expectTypeOf<{ name: string }>().toExtend<BodyOf<'POST', '/v1/environments'>>();
    expectTypeOf<{ title: string }>().not.toExtend<BodyOf<'POST', '/v1/environments'>>();
    expectTypeOf<BodyOf<'POST', `/v1/environments/${string}/configure`>>().toEqualTypeOf<undefined>();
  });

  it('may go on below an endpoint that takes the rest of a path', () => {
    type Unit = `/v1/environments/${string}/services/${string}/units/${string}`;
    expectTypeOf<AddressOf<'DELETE', Unit>>().toEqualTypeOf<Unit>();
  });

  it('is none when no endpoint has it, or not by that method', () => {
    expectTypeOf<AddressOf<'GET', '/v1/nothing'>>().toBeNever();
    expectTypeOf<AddressOf<'DELETE', '/v1/environments'>>().toBeNever();
    expectTypeOf<AddressOf<'GET', '/v1/environments/summary'>>().toEqualTypeOf<'/v1/environments/summary'>();
  });
});
