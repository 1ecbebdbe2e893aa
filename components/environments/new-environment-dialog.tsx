'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { RegionField } from '@/components/forms/region-field';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useOffer } from '@/lib/client/catalog';
import { NameDialog } from './name-dialog';

/** What somebody asks for with a new environment; without a region and a network it is in the usual ones. */
interface NewEnvironment {
  name: string;
  region?: string;
  network?: string;
  subnet?: string;
}

/** Asks for the name of a new environment and, where the cloud has several, its region and its network. */
export function NewEnvironmentDialog({
  open,
  onOpenChange,
  pending,
  error,
  onSubmit,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  error: unknown;
  onSubmit: (asked: NewEnvironment) => void;
}) {
  const t = useTranslations('environments.create');
  const [region, setRegion] = useState<string>();
  const { data: offer } = useOffer(open, region);
  const [chosen, setChosen] = useState<string | null>(null);
  const regions = useOffer(open).data?.regions ?? [];
  const networks = offer?.networks ?? [];
  const value = chosen ?? networks[0]?.id ?? null;
  // what is usual stays unsaid: the installation may have another one later
  const other = networks.slice(1).find(({ id }) => id === value);
  return (
    <NameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={t('text')}
      submitLabel={t('button')}
      initialName=""
      pending={pending}
      error={error}
      onSubmit={(name) =>
        onSubmit({
          name,
          ...(region === undefined ? {} : { region }),
          ...(other ? { network: other.id, ...subnetOf(other) } : {}),
        })
      }
    >
      <RegionField
        regions={regions}
        value={region}
        onValueChange={(name) => {
          setRegion(name);
          // a network of one region is in no other
          setChosen(null);
        }}
      />
      {networks.length > 1 && (
        <Field label={t('network')} help={t('networkHelp')}>
          <Select
            value={value}
            onValueChange={setChosen}
            options={networks.map(({ id, name, cidr }) => ({
              value: id,
              label: cidr === null ? name : `${name} (${cidr})`,
            }))}
          />
        </Field>
      )}
    </NameDialog>
  );
}

/** Load balancers of an environment are where its machines are. */
function subnetOf({ subnets: [first] }: { subnets: { id: string }[] }): { subnet?: string } {
  return first ? { subnet: first.id } : {};
}
