/** Emulates Meta's Conversions API and TikTok's Events API as far as the shop uses them, and records the events. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ToldService {
  service: 'meta' | 'tiktok';
  path: string;
  /** Access token: in the body for Meta, in a header for TikTok. */
  key: string;
  event: Record<string, unknown>;
}

export interface ConversionsEmulator {
  /** Environment variables that point a shop at the emulator. */
  env: Record<string, string>;
  /** Accepted events, in order. */
  taken: ToldService[];
  /** Next responses instead of success: an HTTP status, Meta's error code with HTTP 400, or 0 to drop the connection. */
  failures: (number | { code: number })[];
  /** Number of requests, including those answered with a failure. */
  calls(): number;
  close(): Promise<void>;
}

export async function startConversions(): Promise<ConversionsEmulator> {
  const taken: ToldService[] = [];
  const failures: ConversionsEmulator['failures'] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    calls += 1;
    const failure = failures.shift();
    if (failure === 0) return void request.socket.destroy();
    if (typeof failure === 'number') return void response.writeHead(failure).end('{}');
    if (failure) return void response.writeHead(400).end(JSON.stringify({ error: failure }));
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const path = request.url ?? '';
    const service = path.startsWith('/graph/') ? 'meta' : 'tiktok';
    const key = service === 'meta' ? body.access_token : request.headers['access-token'];
    const pixel = service === 'meta' ? {} : { event_source_id: body.event_source_id };
    for (const event of body.data) taken.push({ service, path, key, event: { ...event, ...pixel } });
    const answer = service === 'meta' ? { events_received: body.data.length } : { code: 0, message: 'OK' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      META_CONVERSIONS_TOKEN: 'meta-key',
      META_CONVERSIONS_URL: `${origin}/graph`,
      TIKTOK_CONVERSIONS_TOKEN: 'tiktok-key',
      TIKTOK_CONVERSIONS_URL: `${origin}/open_api`,
    },
    taken,
    failures,
    calls: () => calls,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
