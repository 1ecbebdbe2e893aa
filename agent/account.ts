/** A user of the operating system that was made for one machine: plans of the machine run as it. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
  home: string;
  /** the folders that its programs find at `/tmp` and `/var/tmp`; they go with the machine */
  tmp: string;
  varTmp: string;
  /** whether its programs have a mount namespace of their own, so that these folders stand there */
  isIsolated: boolean;
}

/**
 * What a program of a machine is started by: folders of its own stand at `/tmp` and `/var/tmp`, and it can gain no rights.
 * `--mount` and `--ipc` are namespaces that end with the last program in them.
 */
const NAMESPACES = ['--mount', '--ipc', '--propagation', 'private', '/bin/sh', '-c'];
const ENTER = `mount --bind "$1" /tmp && mount --bind "$2" /var/tmp || exit 125
uid=$3 gid=$4; shift 4
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all -- "$@"`;

/** What an account's programs are started with: how, and as whom where the system has no namespaces for them. */
export function startedAs(account: Account, program: string, args: readonly string[]) {
  const { uid, gid, tmp, varTmp } = account;
  if (!account.isIsolated) return { program, args: [...args], uid, gid };
  const given = ['sh', tmp, varTmp, String(uid), String(gid), program, ...args];
  return { program: 'unshare', args: [...NAMESPACES, ENTER, ...given] };
}

/** Variables that say who a program is run by, in place of those of the agent. */
export function environmentOf({ name, home, tmp, isIsolated }: Account): Record<string, string | undefined> {
  const own = { HOME: home, USER: name, LOGNAME: name, SHELL: '/bin/sh', TMPDIR: isIsolated ? undefined : tmp };
  // The agent's own authority is in a file that nobody else may read.
  return { ...own, MAIL: undefined, NODE_EXTRA_CA_CERTS: undefined, XDG_RUNTIME_DIR: undefined };
}

/**
 * Does something with files as an account: what a plan has put in the place of a file, a link to another user's for example,
 * is then worth no more than to the plan itself. It must be over when it returns, for the whole process is that user meanwhile.
 *
 * @param account null or left out: as the agent itself
 */
export function asAccount<T>(account: Account | null | undefined, act: () => T): T {
  if (!account) return act();
  const { getgroups, setgroups, setegid, seteuid } = process;
  if (!getgroups || !setgroups || !setegid || !seteuid) throw new Error('This system has no users to change to.');
  const groups = getgroups.call(process);
  try {
    setgroups.call(process, [account.gid]);
    setegid.call(process, account.gid);
    seteuid.call(process, account.uid);
    return act();
  } finally {
    seteuid.call(process, 0);
    setegid.call(process, 0);
    setgroups.call(process, groups);
  }
}
