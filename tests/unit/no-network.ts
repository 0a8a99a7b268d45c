/**
 * A test with a DOM asks nothing of the network: a late answer would come after the test's window is closed, and fail the run
 * without failing a test.
 */
if (typeof document !== 'undefined') {
  globalThis.fetch = async () => {
    throw new TypeError('A unit test has no network: stub fetch');
  };
}
