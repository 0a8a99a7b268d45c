/**
 * Tells the processes of this machine of a purge before its consequences are shown: a visitor whose requests alternate
 * between two of them never meets an older page after a newer one (decision 0001). Other machines hear of it by polling.
 */
import cluster from 'node:cluster';

interface ForgetMessage {
  atoll: 'forget';
  id: number;
  from: number;
  tags: string[];
}
interface ForgottenMessage {
  atoll: 'forgotten';
  id: number;
  from: number;
}
type Message = ForgetMessage | ForgottenMessage;

/** A neighbour that does not answer for this long, ms, is hung or dying and shows nothing either. */
const patience = 250;

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'atoll' in value;
}

/** In the primary: passes each message on to every other worker, and answers back to the one that asked. */
export function relayPurges(): void {
  const waiting = new Map<string, number>();
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    const name = `${message.from}:${message.id}`;
    if (message.atoll === 'forget') {
      const others = Object.values(cluster.workers ?? {}).filter((other) => other && other.id !== worker.id);
      const reached = others.filter((other) => other?.isConnected());
      waiting.set(name, reached.length);
      for (const other of reached) other?.send({ ...message, from: worker.id });
      if (reached.length === 0) answer(name, message, worker.id);
      return;
    }
    const left = (waiting.get(name) ?? 1) - 1;
    waiting.set(name, left);
    if (left === 0) answer(name, message, message.from);
  });

  function answer(name: string, { id }: Message, to: number): void {
    waiting.delete(name);
    cluster.workers?.[to]?.send({ atoll: 'forgotten', id, from: to });
  }
}

/**
 * In a worker: returns a function that resolves when every neighbour has forgotten `tags`.
 * @param forget forgets in this process; called for the neighbours' purges
 */
export function joinRelay(forget: (tags: string[]) => void): (tags: string[]) => Promise<void> {
  const self = cluster.worker;
  if (!self) return async () => {};
  const open = new Map<number, () => void>();
  let last = 0;
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.atoll === 'forget') {
      forget(message.tags);
      self.send({ atoll: 'forgotten', id: message.id, from: message.from });
    } else open.get(message.id)?.();
  });
  return (tags) =>
    new Promise((resolve) => {
      last += 1;
      const id = last;
      const timer = setTimeout(done, patience);
      function done(): void {
        clearTimeout(timer);
        open.delete(id);
        resolve();
      }
      open.set(id, done);
      self.send({ atoll: 'forget', id, from: self.id, tags });
    });
}
