/** A bounded load on this machine: keep-alive connections that each send the next request once a response is complete. */
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  port: number;
  /** Complete request heads, each with its final empty line. */
  heads: readonly string[];
  connections: number;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Sends the requests. Rejects when a response is not 200 or has no Content-Length. */
export async function load({ port, heads, connections }: LoadOptions): Promise<void> {
  let sent = 0;
  const take = () => heads[sent++];
  await Promise.all(Array.from({ length: connections }, () => run(port, take)));
}

function run(port: number, take: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let seen: Buffer = Buffer.alloc(0);
    let missing = -1;
    const next = () => {
      const head = take();
      if (head !== undefined) socket.write(head);
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
