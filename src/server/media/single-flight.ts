/** Lets callers that want the same thing at the same time wait for one making of it. */

/** @returns a function that runs `make` unless the same key of the same owner is being made already */
export function singleFlight<Result>() {
  const running = new WeakMap<object, Map<string, Promise<Result>>>();
  return (owner: object, key: string, make: () => Promise<Result>): Promise<Result> => {
    const flights = running.get(owner) ?? new Map<string, Promise<Result>>();
    running.set(owner, flights);
    const flight = flights.get(key) ?? make().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
