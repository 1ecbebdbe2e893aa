'use client';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { useCreateEnvironment } from '@/lib/client/environments';
import { whenDone } from '@/lib/client/when-done';
import { NameDialog } from './name-dialog';

/** The button that makes an environment, with its dialog; the new environment opens. */
export function CreateEnvironment({ label = 'Create environment' }: { label?: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const reason = useRoleReason();
  const create = useCreateEnvironment();
  return (
    <>
      <Button
        variant="primary"
        disabledReason={reason}
        onClick={() => {
          create.reset();
          setOpen(true);
        }}
      >
        <Plus aria-hidden />
        {label}
      </Button>
      <NameDialog
        open={open}
        onOpenChange={setOpen}
        title="Create an environment"
        description="A place for services that belong together. Nothing is deployed until you say so."
        submitLabel="Create environment"
        initialName=""
        pending={create.isPending || create.isSuccess}
        error={create.error}
        onSubmit={(name) =>
          whenDone(create.mutateAsync(name), (environment) => router.push(`/environments/${environment.id}`))
        }
      />
    </>
  );
}
