export { worstRequests } from '@/lib/api/testing/hostile/worst-bodies';
