/** Megabytes as people say them: "512 MB", "4 GB". */
export function memory(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round((megabytes / 1024) * 10) / 10} GB`;
}
