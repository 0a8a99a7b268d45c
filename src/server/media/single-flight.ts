/** Returns a function that runs `make`; concurrent calls with the same owner and key share one promise. */
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
