import account from './account.json';
import admin from './admin.json';
import catalog from './catalog.json';
import common from './common.json';
import deployments from './deployments.json';
import environments from './environments.json';
import forms from './forms.json';
import history from './history.json';
import policies from './policies.json';
import schedules from './schedules.json';
import services from './services.json';
import session from './session.json';
import shell from './shell.json';
import signIn from './signIn.json';
import templates from './templates.json';
import topology from './topology.json';
import ui from './ui.json';
import wizard from './wizard.json';
import workflows from './workflows.json';

/** The same in German. */
export default {
  account,
  admin,
  catalog,
  common,
  deployments,
  environments,
  forms,
  history,
  policies,
  schedules,
  services,
  session,
  shell,
  signIn,
  templates,
  topology,
  ui,
  wizard,
  workflows,
};
