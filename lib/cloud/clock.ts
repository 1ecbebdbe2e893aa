/** The time of simulated machines. */
export interface Clock {
  /** how many times as fast as usual it goes */
  speed(): number;
  /** what begins from now on goes so fast; what is under way ends when it was to end */
  setSpeed(speed: number): Promise<void>;
}
