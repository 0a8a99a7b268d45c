/** Logs of the built pages must contain no URL, because some URLs give access to an order. */
import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';

const token = 'Zk3v9QwX7bN2mT8rL5cY1d';

/** A page throws, leaves a promise rejection unhandled, and its response cannot be sent; the second request is that case. */
const program = `
  import inject from 'light-my-request';
  import { loadAstro } from './src/server/pages/astro-handler.ts';
  const handler = await loadAstro();
  const unheard = [];
  process.on('unhandledRejection', ({ message }) => unheard.push(message));
  const api = async () => {
    void Promise.reject(new Error('unheard'));
    throw new Error('broken');
  };
  const failed = [];
  const locals = { origin: '', lang: '', root: '', failed: ({ message }) => failed.push(message), api };
  const url = 'http://shop.test/cart?token=${token}';
  const { statusCode } = await inject((request, response) => handler(request, response, () => {}, locals), url);
  const cut = await new Promise((resolve) => {
    inject((request, response) => {
      response.writeHead = () => {
        throw new Error('cut');
      };
      handler(request, response, () => {}, locals).catch(({ message }) => resolve(message));
    }, url);
  });
  console.log(JSON.stringify([statusCode, cut, failed[0], unheard[0]]));
  process.exit();
`;

test('of a render that fails the built pages write no address to the log', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual([500, 'cut', 'broken', 'unheard']);
  // Astro's adapter still logs the error itself, but not its URL.
  expect(stderr).not.toContain(token);
  expect(stderr).not.toMatch(/render/i);
});
