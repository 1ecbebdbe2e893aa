import type { JsonObject } from '@/lib/model/json';

/** The library that makes the machines of a blueprint that names none. */
export const USUAL_MACHINES = 'io.vetro.windows.Core';

/**
 * How services of a blueprint ask the library of machines for theirs, as every package does: network rules, domain and
 * password of each.
 *
 * @param type of the services, which is the name of their package
 * @param access name of a stack template
 */
export function machinesWorkflow(type: string, access: string): string {
  return `<workflow>
  <rule id="machines" match="$.services[?(@.type == '${type}')]">
    <set path="temp.access">${access}</set>
    <rule id="machine" match="$.units[*]">
      <set path="temp.domain"><select path="::domain"/></set>
      <set path="temp.adminPassword"><select path="::adminPassword"/></set>
    </rule>
  </rule>
</workflow>
`;
}

/** Network rules of a blueprint that names none: those that every machine has. */
export const NO_FURTHER_ACCESS: JsonObject = { resources: { $port: { properties: { security_groups: [] } } } };
