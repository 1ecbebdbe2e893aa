import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * What others have reported of the same work, and where it is shown that the scripts do better: by a case in the world of
 * Windows, by a test of simulated machines, and in the words that people read. Each of these is there.
 */
interface Report {
  what: string;
  sources: string[];
  /** `PACKAGE/PLAN: name` of cases of testing/windows */
  cases: string[];
  /** `file: title` of tests on simulated machines */
  simulated: string[];
  /** of scripts, workflows or guides of the packages */
  words: string[];
}

const PACKAGES = 'lib/catalog/shipped-packages';
const CLUSTER = `${PACKAGES}/sql-cluster-lifecycle.test.ts`;
const LOST = `${PACKAGES}/any-machine-lost.test.ts`;
const DOMAINS = `${PACKAGES}/domains.test.ts`;
const WORKFLOWS = 'lib/catalog/shipped-workflows.test.ts';
const SERVERS = 'lib/cloud/embedded/machines/sql-cluster.test.ts';
const WEB = 'lib/cloud/embedded/machines/web-server.test.ts';
const STORY = 'testing/windows/sql-cluster.test.ts';
const SCRIPTS = 'lib/catalog/shipped-scripts.test.ts';

const REPORTS: Report[] = [
  {
    what: 'an answer of SQL Server without rows ends the plan, so that no group comes to be',
    sources: ['Invoke-SqlCmd2#12', 'psget#55'],
    cases: ['SqlServerCluster/InitializeAOAGPrimaryReplica: a new group'],
    simulated: [`${STORY}: is made from the template: three servers, each with a vote, two of them always up to date`],
    words: ['could not be set up on'],
  },
  {
    what: 'a machine takes the account of another one in the domain',
    sources: ['join-domain-formula#183', 'microsoft.ad#145', 'KB5020276'],
    cases: [
      "Core/JoinDomain: takes nobody's name",
      'Core/JoinDomain: takes no name of a server that is there',
      'Core/JoinDomain: new, where an earlier machine of its environment had its name',
      'Core/RemoveComputers: of a machine that is gone, and of no other',
      'SqlServerCluster/FailoverCluster: whose name is taken in the domain',
    ],
    simulated: [
      `${DOMAINS}: that exist already are joined in the organizational unit that was named, and nobody loses an account to a machine of the same name`,
      `${DOMAINS}: that others keep have the account of the last machine until the next one joins, which may have its name; until then it is told`,
      `${SERVERS}: refuse names, addresses and accounts that are taken or wrong`,
    ],
    words: ['The domain has a computer of this name already, and it is another one. It was left alone.'],
  },
  {
    what: 'two nodes without a witness; machines that are deleted before they leave the cluster',
    sources: ['FailoverClusterDsc#257', 'windowsserverdocs#1910'],
    cases: [
      'SqlServerCluster/ShareClusterWitness: on a controller',
      'SqlServerCluster/SetClusterVotes: of two nodes and a folder',
      'SqlServerCluster/LeaveOutClusterNodes: the third server goes',
    ],
    simulated: [
      `${LOST}: survives the loss of any one machine, one after another, as it says`,
      `${LOST}: in a domain that others keep is refused before anything is made: nobody has the vote that two servers need`,
      `${SERVERS}: of which one is lost without that vote: half of them is not enough`,
      `${CLUSTER}: loses a node: the cluster and the group forget it while it runs, then its machine goes, and the folder has no vote`,
    ],
    words: ['would have an even number of servers and no folder that votes'],
  },
  {
    what: 'a task of an account without rights never starts, and nobody says why',
    sources: ['ansible.windows#253', 'TaskScheduler#881'],
    cases: [
      'SqlServerCluster/FailoverClusterPrerequisites: by a user who may not log on as a batch job',
      'SqlServerCluster/FailoverClusterPrerequisites: by a user who is no administrator there',
      'SqlServerCluster/FailoverClusterPrerequisites: where a policy forbids stored passwords',
    ],
    simulated: [
      `${SERVERS}: refuse a folder that nobody shares as a vote, and an account that may not set up a cluster`,
    ],
    words: ['The account of the domain is not allowed to set up a cluster on this machine.'],
  },
  {
    what: 'a refused password leaves a disabled account behind, which stops the next try',
    sources: ['community.windows#316'],
    cases: [
      'ActiveDirectory/CreateDomainUser: with a password that is refused',
      'SqlServerCluster/ConfigureEnvironmentForAOAG: a refused password leaves no account behind',
      'SqlServerCluster/ConfigureEnvironmentForAOAG: one that an earlier run left disabled',
    ],
    simulated: [`${SERVERS}: refuse names, addresses and accounts that are taken or wrong`],
    words: ['Windows did not accept the password.'],
  },
  {
    what: 'the short name of a domain is guessed from its long one',
    sources: ['dbatools#3608', 'dbatools#8395', 'KB909264'],
    cases: ['SqlServerCluster/InitializeAlwaysOn: of a domain with another NetBIOS name'],
    simulated: [`${SCRIPTS}: names no account or group in English`],
    words: ['cannot work on'],
  },
  {
    what: 'accounts and groups by their English names; reasons that are found in English alone',
    sources: ['dbatools#8206', 'SqlServerDsc#1053', 'CloudLAPS#50'],
    cases: ['Sql/InstallSqlServer: whose Windows has to restart first: setup says so, in whatever language'],
    simulated: [`${SCRIPTS}: names no account or group in English`],
    words: ['The setup of SQL Server stopped with an error of its own.'],
  },
  {
    what: 'members ask one name server, so that all names are lost with it',
    sources: ['AutomatedLab#1396', 'KB825036'],
    cases: ['Core/SetNameServers: two of them', 'ActiveDirectory/AskEachOther: of two'],
    simulated: [
      `${WORKFLOWS}: they ask all of its controllers for names, the first one first`,
      `${LOST}: survives the loss of any one machine, one after another, as it says`,
    ],
    words: ['could not be told the new name servers of'],
  },
  {
    what: 'a restart that is pending is never made, so that every try fails',
    sources: ['SqlServerDsc#565', 'ansible#48867'],
    cases: [
      'Core/JoinDomain: while a restart is pending',
      'ActiveDirectory/CreatePrimaryDC: while a restart is pending',
      'Web/InstallIIS: while a restart is pending',
      'SqlServerCluster/FailoverClusterPrerequisites: while a restart is pending',
    ],
    simulated: [
      `${WORKFLOWS}: is made once, and what failed for it is tried again`,
      `${SERVERS}: are not installed where Windows waits for a restart, and after it they are`,
    ],
    words: ['Windows wants to start the machine once more before anything else.'],
  },
  {
    what: 'a setup of SQL Server that failed counts as installed',
    sources: ['SqlServerDsc#88', 'GOAD#340'],
    cases: [
      'Sql/InstallSqlServer: that an earlier setup has left broken',
      'Sql/InstallSqlServer: one that was installed well and does not answer stays as it is',
      'SqlServerCluster/InstallSqlServerForAOAG: on which another account runs it',
    ],
    simulated: [`${SERVERS}: refuse steps in the wrong order`],
    words: ['SQL Server could not be installed, so there are no databases on this machine.'],
  },
  {
    what: 'cleaning up after a controller breaks off, and finds nothing to do then',
    sources: ['windowsserverdocs#3953'],
    cases: [
      'ActiveDirectory/ForgetControllers: whose machine is deleted',
      'ActiveDirectory/ForgetControllers: whose address another machine has now',
      'ActiveDirectory/ForgetControllers: that still answers',
    ],
    simulated: [`${PACKAGES}/active-directory-lifecycle.test.ts: loses a controller, and its directory forgets it`],
    words: ['could not be told the new name servers of'],
  },
  {
    what: 'a Windows without a desktop has no consoles',
    sources: ['sous-chefs/iis#387'],
    cases: ['Web/InstallIIS: on Server Core', 'ActiveDirectory/CreatePrimaryDC: on Server Core'],
    simulated: [`${WEB}: is installed on a Windows without a desktop, and has no consoles there`],
    words: ['This edition of Windows has no feature named:'],
  },
  {
    what: 'an application that wants visitors to sign in counts as broken',
    sources: ['azure-docs#15245'],
    cases: [
      'Web/DeployWebApp: that wants a login on its first page',
      'Web/DeployWebApp: whose page of the health check is not there',
      'Web/CheckWebServer: that wants visitors to sign in',
    ],
    simulated: [
      `${WEB}: takes an application that wants visitors to sign in, and one without a first page`,
      `${WEB}: refuses one that fails, and one without the page of its health check`,
    ],
    words: ['The application is served, but its page answers with an error.'],
  },
  {
    what: 'all replicas start anew in one moment',
    sources: [],
    cases: ['Sql/SetWindowsAuth: from mixed', 'SqlServerCluster/AwaitReplica: a server that has started anew'],
    simulated: [
      `${CLUSTER}: lets no SQL logins in any more: servers start anew one after another, the one in charge last`,
      `${CLUSTER}: changes its size: one server after another, which has every change again before the next one goes, the one in charge last`,
      `${LOST}: of which the one in charge is lost: work goes on, what changes is done where the group is led now, and back`,
    ],
    words: ['The servers do so one after another, the one in charge last.'],
  },
  {
    what: 'a join is tried once, and goes to no organizational unit',
    sources: ['GOAD#97', 'IntuneDocs#3165'],
    cases: [
      'Core/JoinDomain: while no name server answers',
      'Core/JoinDomain: with a wrong password',
      'Core/JoinDomain: into an organizational unit with brackets',
      'Core/JoinDomain: into an organizational unit that is not there',
    ],
    simulated: [
      `${DOMAINS}: that exist already are joined in the organizational unit that was named, and nobody loses an account to a machine of the same name`,
    ],
    words: ['The domain did not accept the account that lets machines join.'],
  },
  {
    what: 'databases that are not fit for a group, editions without one, endpoints of another name',
    sources: ['dbatools#9786', 'SqlServerDsc#786'],
    cases: [
      'SqlServerCluster/InitializeAOAGPrimaryReplica: with a database that is there, in simple recovery and without a backup',
      'SqlServerCluster/InitializeAOAGPrimaryReplica: of the Standard edition',
      'SqlServerCluster/InstallSqlServerForAOAG: the Standard edition for three servers',
      'SqlServerCluster/InitializeAlwaysOn: with an endpoint of another name that is stopped',
    ],
    simulated: [`${SERVERS}: refuse a group that their edition cannot have, and take one that it can`],
    words: ['The edition of SQL Server on the image cannot have this group.'],
  },
  {
    what: 'sources with long paths or submodules',
    sources: ['git-for-windows#831'],
    cases: ['Web/DeployWebApp: with paths longer than Windows allows', 'Web/DeployWebApp: with a submodule'],
    simulated: [`${WEB}: tells which part of the source it could not fetch`],
    words: ['core.longpaths=true', 'A part of the source has a repository of its own, and that one cannot be read.'],
  },
  {
    what: 'servers without the service of a cluster, organizational units with brackets',
    sources: [],
    cases: [
      'SqlServerCluster/InstallSqlServerForAOAG: on a server that is no node',
      'SqlServerCluster/FailoverCluster: in an organizational unit with brackets',
    ],
    simulated: [`${SERVERS}: refuse steps in the wrong order`],
    words: ['is no node of a running failover cluster.'],
  },
];

const root = path.resolve(import.meta.dirname, '..', '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const filesOf = (folder: string, endings: RegExp) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => endings.test(file))
    .map((file) => path.join(folder, file));

const cases = new Set(
  filesOf('testing/windows/cases', /\.ps1$/).flatMap((file) =>
    [...read(file).matchAll(/Add-Case -Plan '([^']+)' -Name '((?:[^']|'')+)'/g)].map(
      ([, plan, name]) => `${plan}: ${name?.replaceAll("''", "'")}`,
    ),
  ),
);
const texts = filesOf('catalog', /\.(ps1|xml|yaml)$/)
  .map(read)
  .join('\n')
  .replaceAll(/\s+/g, ' ');

describe('What is reported of such scripts', () => {
  it.each(REPORTS)('is shown, in words that people read: $what', ({ cases: own, simulated, words }) => {
    expect(own.filter((one) => !cases.has(one))).toEqual([]);
    expect(own).not.toEqual([]);
    const missing = simulated.filter((one) => {
      const [, file = '', title = ''] = /^(\S+): (.+)$/.exec(one) ?? [];
      return !read(file).includes(title);
    });
    expect(missing).toEqual([]);
    expect(words.filter((one) => !texts.includes(one))).toEqual([]);
  });
});
