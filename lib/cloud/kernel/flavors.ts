import type { Offer } from '@/lib/model/service-type';

/** Sizes of machines. */
export const FLAVORS: Offer['flavors'] = [
  { name: 'm1.small', vcpus: 1, memoryMb: 2048, diskGb: 40 },
  { name: 'm1.medium', vcpus: 2, memoryMb: 4096, diskGb: 40 },
  { name: 'm1.large', vcpus: 4, memoryMb: 8192, diskGb: 80 },
  { name: 'm1.xlarge', vcpus: 8, memoryMb: 16384, diskGb: 160 },
];
