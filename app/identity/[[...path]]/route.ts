export * from '@/lib/api/next-route';
