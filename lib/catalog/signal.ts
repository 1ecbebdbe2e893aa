/** The signal that tells every process to read packages and switches anew. */
export const PACKAGES_SIGNAL = 'packages-changed';
