'use client';
import { useTranslations } from 'next-intl';
import { Disclosure } from '@/components/ui/disclosure';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { TemplateView } from '@/lib/model/templates/views';
import { parameterPath, usualValue } from './parameter-values';

/** The parameters of a template, folded: each has a value when nothing is typed. */
export function ParameterFields({
  of,
  values,
  onChange,
  environmentName,
  problems,
  needed,
}: {
  of: TemplateView['parameters'];
  /** what was typed, by their names */
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
  environmentName: string;
  problems: readonly Pick<FieldProblem, 'path' | 'sentence'>[];
  /** opens them when it grows: something in them is wrong */
  needed: number;
}) {
  const t = useTranslations('templates.use');
  return (
    <Disclosure summary={t('options')} needed={needed}>
      <div className="flex flex-col gap-4 pb-1">
        {of.map((parameter) => (
          <Field
            key={parameter.name}
            label={parameter.label}
            help={parameter.help}
            error={problems.find(({ path }) => path === parameterPath(parameter))?.sentence ?? null}
          >
            <Input
              value={values[parameter.name] ?? ''}
              onValueChange={(value) => onChange({ ...values, [parameter.name]: value })}
              autoComplete="off"
              spellCheck={false}
              placeholder={parameter.default ?? t('domainMade', { domain: usualValue(parameter, environmentName) })}
            />
          </Field>
        ))}
      </div>
    </Disclosure>
  );
}
