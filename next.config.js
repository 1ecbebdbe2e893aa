import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Murano's own client posts to /services/: answered there, not sent elsewhere.
  skipTrailingSlashRedirect: true,
  // Types are checked by `npm test`; whoever only runs the product need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // One copy per process: Next would otherwise load these once for each kind of module.
  serverExternalPackages: [
    '@dbos-inc/dbos-sdk',
    'pg',
    '@prisma/client',
    '@prisma/adapter-pg',
    '@node-rs/argon2',
    'pino',
    'piscina',
  ],
  experimental: {
    optimizePackageImports: ['lucide-react'],
    // scripts/setup.mjs says when it pays.
    turbopackFileSystemCacheForBuild: process.env.VETRO_BUILD_CACHE === '1',
    // What runs on the server is read from a disk, once: to make it small takes an eighth of a build, and its stacks
    // could not be read. Nothing reads its maps.
    serverMinification: false,
    turbopackSourceMaps: false,
  },
};

export default async function configure(phase) {
  // The plugin changes how the product is built; a server would load all of its tools for nothing.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin({
    requestConfig: './i18n/request.ts',
    // Sentences are parsed at build time: no parser travels to the browser.
    experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
  })(config);
}
