/** Position and size of a box, in pixels; hosts are placed relative to their service. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sizes of what is drawn; fixed, so that nothing jumps when a state or a sentence changes. */
export const SIZES = {
  hostWidth: 264,
  hostHead: 64,
  hostFoot: 34,
  role: 40,
  application: 38,
  gap: 6,
  hostPadding: 10,
  serviceHead: 48,
  servicePadding: 14,
  /** one line in the head of a service: a load balancer, its addresses, how its machines are doing */
  serviceLine: 34,
  /** between machines of a service */
  hostGap: 16,
  hostRankGap: 56,
  /** between services */
  serviceGap: 32,
  serviceRankGap: 190,
} as const;
