import 'server-only';
import { endpoints } from './endpoints';
import { fetchHandler } from './fetch-handler';

/**
 * The handler of every method for requests that come by Next: those to addresses that people open as a page, and,
 * where our own server is not (`next dev`, `next start`), those of the whole API.
 */
const handler = fetchHandler(endpoints);

export { handler as DELETE, handler as GET, handler as OPTIONS, handler as PATCH, handler as POST, handler as PUT };
