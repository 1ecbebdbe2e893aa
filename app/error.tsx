'use client';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="mx-auto flex min-h-[70dvh] w-full max-w-xl flex-col justify-center px-5 py-10">
      <EmptyState
        title="This page broke"
        actions={
          <>
            <LinkButton href="/">Go to the home page</LinkButton>
            <Button variant="primary" onClick={reset}>
              Try again
            </Button>
          </>
        }
      >
        <p>
          It is our fault, and nothing that runs is affected. Try again; if it happens again, tell an administrator.
        </p>
        {error.digest && (
          <p className="mt-2">
            Reference for the log: <code className="font-mono text-[13px]">{error.digest}</code>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
