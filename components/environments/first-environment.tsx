import { Boxes } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { CreateEnvironment } from './create-environment';

const STEPS = [
  { title: 'Create an environment', text: 'A named place for services that belong together.' },
  { title: 'Add services to your draft', text: 'Answer a few questions about each. Nothing happens yet.' },
  { title: 'Review and deploy', text: 'Read what will be made, press Deploy, watch the machines come up.' },
];

/** The tenant has no environment yet: what one is and the way to the first. */
export function FirstEnvironment() {
  return (
    <EmptyState
      icon={<Boxes />}
      title="No environments yet"
      actions={
        <>
          <CreateEnvironment label="Create your first environment" />
          <LinkButton href="/catalog">See what can be deployed</LinkButton>
        </>
      }
    >
      <p>An environment holds the machines of, for example, one domain with its controllers and web servers.</p>
      <ol className="mx-auto mt-5 grid max-w-3xl gap-3 text-left sm:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step.title} className="rounded-lg border border-line bg-surface p-3.5">
            <p className="font-medium text-ink">
              <span className="mr-1.5 text-accent-ink">{index + 1}.</span>
              {step.title}
            </p>
            <p className="mt-1 text-[13px]">{step.text}</p>
          </li>
        ))}
      </ol>
    </EmptyState>
  );
}
