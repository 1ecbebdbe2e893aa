/** Stands for a value that nobody may read; `label` says so to who cannot see the dots. */
export function MaskedValue({ label }: { label: string }) {
  return (
    <span>
      <span aria-hidden className="font-mono tracking-widest">
        ••••••••
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
