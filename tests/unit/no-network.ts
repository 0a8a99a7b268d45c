/**
 * Blocks network access in tests with a DOM: a late response would arrive after the test's window is closed, and fail the run
 * without failing a test.
 */
if (typeof document !== 'undefined') {
  globalThis.fetch = async () => {
    throw new TypeError('A unit test has no network: stub fetch');
  };
}
