/** Whether this is the development server; a constant that the bundler puts in. */
export const DEVELOPMENT = process.env.NODE_ENV === 'development';
