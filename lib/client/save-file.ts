/**
 * Hands a text to the person as a file to keep.
 *
 * @param name with its ending; what file systems refuse becomes a hyphen
 */
export function saveFile(name: string, text: string, type: 'application/json' | 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
  link.click();
  // the browser has taken it once the click is over; some need a moment longer
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
