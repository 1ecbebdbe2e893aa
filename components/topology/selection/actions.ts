import { addBeside } from './actions/add-beside';
import { openPage } from './actions/open-page';
import { operate } from './actions/operate';
import { putBack } from './actions/put-back';
import { removeFromDraft } from './actions/remove';
import { showInGraph, showInList } from './actions/show';
import { showLog } from './actions/show-log';
import { whatIf } from './actions/what-if';

/** What can be done with what is selected in a topology, in the order in which it is offered. */
export const SELECTION_ACTIONS = [
  openPage,
  operate,
  whatIf,
  showLog,
  showInList,
  showInGraph,
  addBeside,
  putBack,
  removeFromDraft,
];
