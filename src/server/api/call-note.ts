/** What the handler of a call tells the access log: its row, and the code it was refused with. */

export interface CallNote {
  /** The row's path, `/api/v1/order/:id`: says as much as the address and identifies no person. */
  route?: string;
  /** Code of R50 of a refusal; a look-up that finds nothing counts as one, though its caller is told no more than that. */
  code?: number;
}

/** By the request as Node has it; calls that came in-process have none. */
const notes = new WeakMap<object, CallNote>();

export function noteCall(request: object | undefined, note: CallNote): void {
  if (request) notes.set(request, { ...notes.get(request), ...note });
}

export function noteOf(request: object): CallNote {
  return notes.get(request) ?? {};
}
