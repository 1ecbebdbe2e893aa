import { Brand } from '@/components/shell/brand';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-8 px-5">
      <Brand />
      <EmptyState
        level={1}
        title="There is no such page"
        actions={
          <LinkButton variant="primary" href="/">
            Go to the home page
          </LinkButton>
        }
      >
        <p>The address may be mistyped, or what was here is gone.</p>
      </EmptyState>
    </main>
  );
}
