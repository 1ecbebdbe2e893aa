/** How long an installation keeps what is over, in days; 0 keeps it for ever. */
export interface Retention {
  /** records that only explain what is over: decided drafts, operations of clouds, answers of agents */
  records: number;
  /** the log of a run */
  logs: number;
  /** runs, versions, and environments that are gone */
  history: number;
  audit: number;
}
