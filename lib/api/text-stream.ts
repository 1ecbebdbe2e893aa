import type { Container } from '@/lib/container/container';
import { SAFE_HEADERS } from './response';

/**
 * Answers with text that is made while it is sent: a piece is asked for when the reader has taken the one before.
 *
 * @param pieces ended early when the reader goes away
 */
export function textStream(
  { container }: { container: Pick<Container, 'log'> },
  pieces: AsyncGenerator<string>,
  headers: Record<string, string>,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        container.log.error({ err: error }, 'a download ended early');
        controller.error(error);
      }
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
  return new Response(body, { headers: { ...SAFE_HEADERS, ...headers, 'cache-control': 'no-store' } });
}
