import createNextIntlPlugin from 'next-intl/plugin';

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
  experimental: { optimizePackageImports: ['lucide-react'] },
};

export default createNextIntlPlugin({
  requestConfig: './i18n/request.ts',
  // Sentences are parsed at build time: no parser travels to the browser.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
})(config);
