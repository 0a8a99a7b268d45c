/** The services behind `npm run dev`, loaded through Vite's runner so that every edit is live. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readEnv } from '../env.ts';
import { createLocals } from '../http/locals.ts';
import { start } from '../start.ts';

export interface DevServer {
  /** Answers API calls and media; false for what Astro serves. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  locals(): App.Locals;
  stop(): Promise<void>;
}

let started: Promise<DevServer> | undefined;

/** The same server until this module, or one it imports, is edited. */
export function devServer(): Promise<DevServer> {
  started ??= create();
  return started;
}

async function create(): Promise<DevServer> {
  const { services, stop } = await start(readEnv(process.env));
  return {
    answer: async () => false,
    locals: () => createLocals(services),
    stop,
  };
}
