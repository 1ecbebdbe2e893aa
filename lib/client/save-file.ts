type FileType = 'application/json' | 'text/plain' | 'application/yaml' | 'image/svg+xml' | 'image/png';

/**
 * Hands something to the person as a file to keep.
 *
 * @param name with its ending; what file systems refuse becomes a hyphen
 */
export function saveFile(name: string, content: string | Blob, type: FileType): void {
  const url = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content,
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
  link.click();
  // the browser has taken it once the click is over; some need a moment longer
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
