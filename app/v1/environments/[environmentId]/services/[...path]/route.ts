import {
  addBelowServiceOperation,
  changeServiceOperation,
  readServiceOperation,
  removeServiceOperation,
} from '@/lib/api/operations/services';
import { serve } from '@/lib/api/route';
import { serviceAddress } from '@/lib/api/service-address';
import { contextOf } from '@/lib/api/use-case-context';
import { addToServices } from '@/lib/environments/services/add';
import { changeServices } from '@/lib/environments/services/change';
import { readServices } from '@/lib/environments/services/read';
import { removeFromServices } from '@/lib/environments/services/remove';

export const GET = serve(readServiceOperation, (call) =>
  readServices({ ctx: contextOf(call), input: serviceAddress(call) }),
);
export const POST = serve(addBelowServiceOperation, (call) =>
  addToServices({ ctx: contextOf(call), input: { ...serviceAddress(call), body: call.body } }),
);
export const PUT = serve(changeServiceOperation, (call) =>
  changeServices({ ctx: contextOf(call), input: { ...serviceAddress(call), body: call.body } }),
);
export const DELETE = serve(removeServiceOperation, (call) =>
  removeFromServices({ ctx: contextOf(call), input: serviceAddress(call) }),
);

export { refuseMethod as PATCH, tellMethods as OPTIONS } from '@/lib/api/refuse-method';
