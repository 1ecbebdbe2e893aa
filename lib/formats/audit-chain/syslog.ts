/** Facility 13, "log audit", and severity 6, "informational" (RFC 5424, 6.2.1). */
const PRIORITY = 13 * 8 + 6;

/**
 * A message of RFC 5424 with its length before it (RFC 5425, 4.3; "octet counting" in RFC 6587).
 *
 * @param message `at`: ISO 8601 in UTC; `host`: who sends it; `id`: what kind of message it is; `text`: in ASCII
 */
export function syslogFrame({ at, host, id, text }: { at: string; host: string; id: string; text: string }): Buffer {
  const message = `<${PRIORITY}>1 ${at} ${headerField(host, 255)} vetro - ${headerField(id, 32)} - ${text}`;
  return Buffer.from(`${Buffer.byteLength(message)} ${message}`);
}

/** Printable ASCII without blanks, no longer than the field may be; `-` where nothing is left. */
function headerField(text: string, longest: number): string {
  return text.replace(/[^\x21-\x7e]/g, '').slice(0, longest) || '-';
}
