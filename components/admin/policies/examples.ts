/** Rules to begin with, each of them whole: what stops, what advises, what changes. */
export const EXAMPLES = {
  size: `// Stops machines with more cores than the parameter most_cores allows.
predeploy_errors(env, machine, message) :-
    murano:states(env, state),
    murano:connected(env, machine),
    murano:parent_types(machine, "io.murano.resources.Instance"),
    murano:properties(machine, "flavor", size),
    cloud:flavors(size, cores, memory, disk),
    parameter("most_cores", most), gt(cores, most),
    concat("The size ", size, start),
    concat(start, " has too many cores. Choose a smaller one.", message)
`,
  night: `// Advises against changes before the hour of the parameter from.
predeploy_warnings(env, env, "It is early. Better wait until somebody is there to help.") :-
    murano:states(env, state),
    request:time(date, weekday, hour, minute),
    parameter("from", from), lt(hour, from)
`,
  key: `// Gives every machine without a key pair the one of the parameter key.
predeploy_modify(env, machine, action) :-
    murano:states(env, state),
    murano:connected(env, machine),
    murano:parent_types(machine, "io.vetro.Machine"),
    not has_key(machine),
    parameter("key", key),
    concat("set-property: {object_id: ", machine, a),
    concat(a, ", prop_name: keyname, value: ", b),
    concat(b, key, c), concat(c, "}", action)
has_key(machine) :- murano:properties(machine, "keyname", key)
`,
} as const;
export type Example = keyof typeof EXAMPLES;

/** What the rules of an example are used with. */
export const EXAMPLE_PARAMETERS: Record<Example, Record<string, string | number>> = {
  size: { most_cores: 4 },
  night: { from: 7 },
  key: { key: 'production' },
};
