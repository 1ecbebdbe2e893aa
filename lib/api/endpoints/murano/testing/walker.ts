import type { Client, Product } from '@/lib/api/testing/product';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** What Murano answers; where something else is answered here, the subject of decision 4 that says why. */
export type Expected = number | { murano: number; here: number; subject: string };

interface StepOptions {
  /** sent as JSON, a form as it is */
  body?: Json | FormData;
  /** X-Configuration-Session */
  session?: string;
  type?: string;
  as?: Client;
}

/** Steps of a client of Murano, one after another, with the status of each. */
export class Walker {
  readonly walked: { step: string; expected: Expected; status: number }[] = [];

  constructor(private readonly product: () => Product) {}

  /** One call below `/v1`, by an administrator of the tenant unless it says by whom. @returns the object that is answered */
  async go(
    method: string,
    path: string,
    expected: Expected,
    { body, session, type = 'application/json', as = this.product().admin }: StepOptions = {},
  ): Promise<JsonObject> {
    const response = await fetch(`${this.product().url}/v1${path}`, {
      method,
      headers: {
        'user-agent': 'python-muranoclient',
        ...(as.token === '' ? {} : { 'x-auth-token': as.token }),
        ...(session === undefined ? {} : { 'x-configuration-session': session }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const answer = await response.text();
    this.walked.push({ step: `${method} ${path.slice(0, 100)}`, expected, status: response.status });
    const json = answer.startsWith('{') ? (JSON.parse(answer) as Json) : {};
    return isObject(json) ? json : {};
  }

  /** Steps that were answered otherwise than expected, with both statuses. */
  surprises(): string[] {
    return this.walked.flatMap(({ step, expected, status }) => {
      const here = typeof expected === 'number' ? expected : expected.here;
      return here === status ? [] : [`${step}: ${status} instead of ${here}`];
    });
  }

  /** The steps whose status is not Murano's, by the subjects that say why. */
  differences(): string[] {
    return this.walked.flatMap(({ expected }) => (typeof expected === 'number' ? [] : [expected.subject]));
  }
}
