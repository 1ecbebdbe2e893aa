'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Disclosure } from '@/components/ui/disclosure';
import type { PackageClass, PackageDetails } from '@/lib/model/package-details';
import { ClassTree } from './class-tree';

/** The classes of a package: what they extend, drawn, and what each keeps and can do. */
export function PackageClasses({ details: { classes, hierarchy } }: { details: PackageDetails }) {
  const t = useTranslations('catalog.details');
  return (
    <Card>
      <CardHeader title={t('classes')} description={classes?.length ? t('classesHint') : undefined} />
      <CardBody className="flex flex-col gap-5">
        {classes === null || classes.length === 0 ? (
          <p className="text-ink-muted">{t(classes === null ? 'classesUnread' : 'classesNone')}</p>
        ) : (
          <>
            <ClassTree hierarchy={hierarchy} own={classes.map(({ name }) => name)} />
            <ul className="divide-y divide-line border-line border-t">
              {classes.map((one) => (
                <li key={one.name} id={one.name} className="py-2">
                  <ClassEntry one={one} />
                </li>
              ))}
            </ul>
          </>
        )}
      </CardBody>
    </Card>
  );
}

function ClassEntry({ one }: { one: PackageClass }) {
  const t = useTranslations('catalog.details');
  const { name, documentation, parents, properties, methods, file, line } = one;
  return (
    <Disclosure summary={<span className="min-w-0 break-all font-mono text-[13px]">{name}</span>}>
      <div className="flex flex-col gap-4 pl-1 sm:pl-5">
        <div>
          {documentation !== null && <p className="max-w-prose">{documentation}</p>}
          <p className="break-all text-[13px] text-ink-muted">
            {t('place', { file, line })}
            {parents.length > 0 && ` · ${t('extends', { names: parents.join(', ') })}`}
          </p>
        </div>
        {properties.length > 0 && (
          <section aria-label={`${t('properties')}: ${name}`}>
            <h4 className="font-medium">{t('properties')}</h4>
            <Contracted values={properties} />
          </section>
        )}
        {methods.length > 0 && (
          <section aria-label={`${t('methods')}: ${name}`} className="flex flex-col gap-3">
            <h4 className="font-medium">{t('methods')}</h4>
            {methods.map((method) => (
              <div key={method.name} className="border-line border-l-2 pl-3">
                <p className="flex flex-wrap items-center gap-2">
                  <code className="break-all font-mono text-[13px]">
                    {method.name}({method.arguments.map((argument) => argument.name).join(', ')})
                  </code>
                  {isAction(method) ? (
                    <Badge>{t('action')}</Badge>
                  ) : (
                    method.usage !== 'Runtime' && <Badge>{method.usage}</Badge>
                  )}
                </p>
                {method.documentation !== null && <p className="max-w-prose text-ink-muted">{method.documentation}</p>}
                {method.arguments.length > 0 && <Contracted values={method.arguments} />}
              </div>
            ))}
          </section>
        )}
      </div>
    </Disclosure>
  );
}

/** Names with their contracts: what may stand there. */
function Contracted({ values }: { values: PackageClass['properties'] }) {
  const t = useTranslations('catalog.details');
  return (
    <dl className="mt-1 flex flex-col gap-1.5">
      {values.map(({ name, usage, contract, default: standard, documentation }) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
          <dt className="flex flex-wrap items-center gap-1.5">
            <code className="break-all font-mono text-[13px]">{name}</code>
            {usage !== 'In' && usage !== 'Standard' && <Badge>{usage}</Badge>}
          </dt>
          <dd className="min-w-0 text-ink-muted">
            <code className="break-words font-mono text-xs">{contract ?? t('anything')}</code>
            {standard !== null && (
              <span className="text-[13px]">
                {' '}
                · {t('default')}: <code className="break-words font-mono text-xs">{standard}</code>
              </span>
            )}
            {documentation !== null && <span className="block text-[13px]">{documentation}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether people start a method: its usage says so, or from MuranoPL 1.4 on its scope. */
function isAction({ usage, scope }: PackageClass['methods'][number]): boolean {
  return usage === 'Action' || (usage === 'Runtime' && scope === 'Public');
}
