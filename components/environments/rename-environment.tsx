'use client';
import { useToast } from '@/components/ui/toast';
import { useRenameEnvironment } from '@/lib/client/environments';
import { whenDone } from '@/lib/client/when-done';
import { NameDialog } from './name-dialog';

/** The dialog that renames an environment. */
export function RenameEnvironment({
  environment,
  open,
  onOpenChange,
}: {
  environment: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const rename = useRenameEnvironment(environment.id);
  const toast = useToast();
  return (
    <NameDialog
      open={open}
      onOpenChange={(next) => {
        rename.reset();
        onOpenChange(next);
      }}
      title={`Rename ${environment.name}`}
      description="Machines keep their names."
      submitLabel="Rename"
      initialName={environment.name}
      pending={rename.isPending}
      error={rename.error}
      onSubmit={(name) =>
        whenDone(rename.mutateAsync(name), () => {
          onOpenChange(false);
          toast.success(`Renamed to ${name}`);
        })
      }
    />
  );
}
