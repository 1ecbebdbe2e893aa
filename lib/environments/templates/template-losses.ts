import { isVetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { escapeRegExp } from '@/lib/model/escape-reg-exp';
import { hostNamesOf } from '@/lib/model/host-name-pattern';
import { hostOf, textAt } from '@/lib/model/installed';
import type { ServiceType } from '@/lib/model/service-type';
import type { Blueprint, BlueprintLoss } from '@/lib/model/templates/blueprint';
import type { Context } from '../context';
import { addressesIn, machinesIn, probesOf } from '../what-if/answer';
import { tryEachLoss } from '../what-if/survival';

/**
 * What ends without which machine of a template, as a dry run of the environment shows that it is saved from.
 *
 * @param model as it is deployed
 * @returns null where that is not known: machines are real, too many or not all of them up, or are called otherwise next time
 */
export async function templateLosses(
  { cloud, actor }: Context,
  model: EnvironmentModel,
  types: readonly ServiceType[],
  { parameters }: Blueprint,
): Promise<BlueprintLoss[] | null> {
  const outages = cloud.simulation?.outages;
  const places = machinesIn(model);
  if (!outages || places.size === 0 || !areNamedAlike(model, types)) return null;
  try {
    const found = await tryEachLoss(outages, actor.tenantId, places, probesOf(places, addressesIn(model, types)));
    if (!found.allUp || found.tried < places.size) return null;
    const words = new Map([
      ...[...places.values()].map(({ unit }): [string, string] => [textAt(unit, 'state.address') ?? '', hostOf(unit)]),
      ...parameters.map(({ name, default: value = '' }): [string, string] => [value, `{${name}}`]),
    ]);
    return found.losses.map(({ host, sentences: [sentence = ''] }) => ({ host, sentence: replaced(sentence, words) }));
  } catch (error) {
    // the template is saved all the same
    if (!isVetroError(error) || error.kind === 'defect') throw error;
    return null;
  }
}

/** Whether the machines have the names that an environment of the template gives them. */
function areNamedAlike({ services }: EnvironmentModel, types: readonly ServiceType[]): boolean {
  return services.every((service) => {
    const type = types.find((one) => one.type === service.type);
    const pattern = type?.properties.find(({ kind }) => kind === 'hostnamePattern')?.name;
    const names = hostNamesOf(String((pattern && service[pattern]) ?? ''), service.units.length);
    return service.units.every((unit) => names.includes(hostOf(unit)));
  });
}

/** A sentence with other words in place of some, wherever they stand alone. */
function replaced(sentence: string, words: ReadonlyMap<string, string>): string {
  const known = [...words.keys()].filter((word) => word !== '').sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`(?<![\\w-])(?:${known.map(escapeRegExp).join('|')})(?![\\w-])`, 'g');
  return known.length === 0 ? sentence : sentence.replace(pattern, (word) => words.get(word) ?? word);
}
