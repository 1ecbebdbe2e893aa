/** An error code with the seconds to wait, as it passes through next-auth: `too_many_sign_ins:120`. */
export function codeWithWait(code: string, seconds: number | undefined): string {
  return seconds === undefined ? code : `${code}:${seconds}`;
}

/**
 * next-auth answers every refused sign-in with 401. One that came too often becomes 429 with `Retry-After`.
 *
 * @param answer what next-auth answered; its address holds the error code, in the body's `url` or in Location
 */
export async function withRetryAfter(answer: Response): Promise<Response> {
  if (answer.status !== 401) return answer;
  const text = await answer.text();
  const wait = /too_many_sign_ins(?::|%3A)(\d+)/i.exec(`${text} ${answer.headers.get('location') ?? ''}`)?.[1];
  const headers = new Headers(answer.headers);
  if (wait) headers.set('retry-after', wait);
  return new Response(text, { status: wait ? 429 : 401, headers });
}
