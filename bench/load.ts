/** A bounded load on our own machine: keep-alive connections that each ask again when the answer is complete. */
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  port: number;
  /** Whole request head, with the empty line at its end. */
  head: string;
  requests: number;
  connections: number;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Sends the requests; throws when an answer is not 200 or has no length. */
export async function load({ port, head, requests, connections }: LoadOptions): Promise<void> {
  let left = requests;
  const take = () => {
    left -= 1;
    return left >= 0;
  };
  await Promise.all(Array.from({ length: connections }, () => run(port, Buffer.from(head), take)));
}

function run(port: number, head: Buffer, take: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let seen: Buffer = Buffer.alloc(0);
    let missing = -1;
    const next = () => {
      if (take()) socket.write(head);
      else {
        socket.end();
        resolve();
      }
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
        const end = seen.indexOf(headEnd);
        if (end === -1) return;
        const text = seen.toString('latin1', 0, end);
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
        if (!text.startsWith('HTTP/1.1 200') || !length) {
          socket.destroy();
          reject(new Error(`unexpected answer: ${text.slice(0, 200)}`));
          return;
        }
        missing = Number(length) - (seen.length - end - 4);
        seen = Buffer.alloc(0);
      } else missing -= chunk.length;
      if (missing === 0) {
        missing = -1;
        next();
      }
    });
  });
}

export function requestHead(path: string, acceptEncoding: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${acceptEncoding}\r\n\r\n`;
}
