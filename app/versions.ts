import { listOfVersions } from '@/lib/api/describe-version';
import { listVersions } from '@/lib/api/operations/general';
import { serve } from '@/lib/api/route';

/** What a program gets at `/`. No route file: people get the dashboard there, and Next knows one of the two alone. */
export const GET = serve(listVersions, ({ container }) => listOfVersions(container.config.baseUrl));
