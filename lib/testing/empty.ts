// Stands in for `server-only` in unit tests, where no bundler checks the fence.
export {};
