/**
 * Many buyers at once, each with its own IP address, against a server pinned to one core (Linux: `taskset`). Measures the
 * responses they get and the number of orders paid.
 */
import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type BenchShop, shopPort } from './shop.ts';

export interface BuyersMeasured {
  seconds: number;
  /** Orders paid. */
  paid: number;
  /** Number of responses by request type and status. */
  answers: Record<string, number>;
  /** Duration of the requests that place an order, ms. */
  placing: { median: number; p95: number };
  /** Server errors: every 5xx except a 503 for a page, which asks the buyer to retry. */
  failures: string[];
}

interface Books {
  answers: Map<string, number>;
  placing: number[];
  failures: string[];
  paid: number;
}

interface Answer {
  status: number;
  text: string;
}

const address = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', address1: '12 Elm Street', city: 'Portland', zip: '97204' },
  ...{ province: 'OR', country_code: 'US', phone: '+1 503 555 0100' },
};
const card = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };
const handle = 'tidal-mug';

/** Runs the buyers against the shop. @param load number of buyers, and how long they keep buying, in seconds */
export async function measureBuyers(
  shop: BenchShop,
  load: { buyers: number; seconds: number },
): Promise<BuyersMeasured> {
  await stockUp(shop);
  pin(shop.pid, '0');
  const books: Books = { answers: new Map(), placing: [], failures: [], paid: 0 };
  const end = performance.now() + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.buyers }, async (_, index) => {
      const buyer = new Buyer(`127.1.${index >> 8}.${(index & 255) + 1}`, books);
      while (performance.now() < end) await buyer.buy();
      buyer.leave();
    }),
  );
  pin(shop.pid, `0-${availableParallelism() - 1}`);
  const times = books.placing.sort((one, other) => one - other);
  return {
    seconds: load.seconds,
    paid: books.paid,
    answers: Object.fromEntries([...books.answers].sort()),
    placing: { median: at(times, 0.5), p95: at(times, 0.95) },
    failures: books.failures,
  };
}

const at = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

function pin(pid: number, cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}

async function stockUp(shop: BenchShop): Promise<void> {
  const db = await openDatabase(readEnv(shop.env));
  const ofHandle = db.read.selectFrom('products').select('id').where('handle', '=', handle);
  await db.write
    .updateTable('variants')
    .set({ stock: 1_000_000 })
    .where('product_id', 'in', ofHandle)
    .execute();
  await db.close();
}

class Buyer {
  readonly #agent: Agent;
  readonly #cookies = new Map<string, string>();
  readonly #books: Books;

  constructor(localAddress: string, books: Books) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
    this.#books = books;
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** One visit: three pages and an order. Stops at the first request that fails. */
  async buy(): Promise<void> {
    for (const page of ['/', '/collections/table', `/products/${handle}`])
      await this.#ask('page', 'GET', page);
    const product = await this.#data('GET', `/api/v1/storefront/product?handle=${handle}`);
    const variants = product?.variants as { sku_id: number[]; sale_status: number[] } | undefined;
    if (!product || !variants) return;
    const variant_id = variants.sku_id[variants.sale_status.indexOf(1)];
    const items = [{ product_id: product.id, variant_id, quantity: 1 }];
    const opened = await this.#data('POST', '/api/v1/checkout', {
      source: 2,
      checkouts: [{ variant_items: items }],
    });
    const checkout = opened?.checkout as { token: string; web_url: string } | undefined;
    if (!checkout) return;
    await this.#ask('page', 'GET', checkout.web_url);
    const offered = await this.#data('GET', '/api/v1/shippings?country_code=US');
    const shipping_id = (offered?.shippings as { shipping_id: string }[] | undefined)?.[0]?.shipping_id;
    const began = performance.now();
    const placed = await this.#data('POST', `/1/checkouts/${checkout.token}`, {
      ...{ email: 'ada@example.com', address, payment_method: 'card', shipping_id },
    });
    if (!placed) return;
    this.#books.placing.push(performance.now() - began);
    const made = await this.#ask('sandbox', 'POST', '/gateway/v1/tokens', card, shopPort + 1);
    if (made.status !== 200) return;
    const paid = await this.#data('POST', '/api/v1/payments/', {
      ...{ order_no: placed.order_no, provider: 'simulated', card_token: JSON.parse(made.text).token },
    });
    if (paid?.status === 'paid') this.#books.paid += 1;
  }

  /** Returns the `data` of a response, or null if its status is not 200. */
  async #data(method: string, path: string, body?: object): Promise<Record<string, unknown> | null> {
    const { status, text } = await this.#ask('call', method, path, body);
    return status === 200 ? JSON.parse(text).data : null;
  }

  async #ask(what: string, method: string, path: string, body?: object, port = shopPort): Promise<Answer> {
    const answer = await this.#send(method, path, body, port);
    const kind = `${what} ${answer.status}`;
    this.#books.answers.set(kind, (this.#books.answers.get(kind) ?? 0) + 1);
    const isAskedToWait = what === 'page' && answer.status === 503;
    if (answer.status >= 500 && !isAskedToWait)
      this.#books.failures.push(`${answer.status} ${method} ${path}`);
    return answer;
  }

  #send(method: string, path: string, body: object | undefined, port: number): Promise<Answer> {
    const headers = {
      host: `localhost:${port}`,
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'br',
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, method, path, headers, agent: this.#agent },
        (answer) => {
          const parts: Buffer[] = [];
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            this.#cookies.set(name, value);
          }
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }
}
