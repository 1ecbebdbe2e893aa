import { setClockOperation, showClockOperation } from '@/lib/api/operations/simulation';
import { serve } from '@/lib/api/route';
import { clockOf } from '@/lib/api/simulated';

export const GET = serve(showClockOperation, async ({ container }) => ({ speed: clockOf(container.cloud).speed() }));

export const PUT = serve(setClockOperation, async ({ body, container }) => {
  const clock = clockOf(container.cloud);
  await clock.setSpeed(body.speed);
  return { speed: clock.speed() };
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
