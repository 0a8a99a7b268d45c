/** A shopper who buys over HTTP, for whom only the contract counts: the server may be of any commit. */
import sharp from 'sharp';

export interface Line {
  product_id: number;
  variant_id: number;
  variant_price: number;
  quantity?: number;
  tailor_req_list?: { name: string; type: number; value: string }[];
}

export interface Placed {
  orderNo: string;
  /** Opens the checkout and, from elsewhere, the order. */
  token: string;
  total: number;
}

const address = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '12 Elm Street',
  city: 'Portland',
  zip: '97204',
  province: 'OR',
  country_code: 'US',
  phone: '+1 503 555 0100',
};

export class Shopper {
  readonly email: string;
  readonly #site: string;
  readonly #cookies = new Map<string, string>();

  constructor(site: string, email: string) {
    this.#site = site;
    this.email = email;
  }

  /** Makes a call of the contract. @returns its data @throws Error when its code is another than expected */
  // biome-ignore lint/suspicious/noExplicitAny: responses of an older server, which the types of today do not describe
  async call(method: string, path: string, body?: unknown, expected = 0): Promise<any> {
    const response = await this.#send(method, path, body === undefined ? undefined : JSON.stringify(body));
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: unknown };
    if (code !== expected) throw new Error(`${method} ${path} answered ${code} ${msg}`);
    return data;
  }

  /** A bag's line of the variant with this SKU. */
  async line(handle: string, sku: string): Promise<Line> {
    const product = await this.call('GET', `/api/v1/storefront/product?handle=${handle}`);
    const at = product.variants.sku.indexOf(sku);
    if (at < 0) throw new Error(`There is no ${sku}.`);
    const { sku_id, sale_price } = product.variants;
    return { product_id: product.id, variant_id: sku_id[at], variant_price: sale_price[at] };
  }

  /** Opens a checkout. @returns its token */
  async checkout(lines: Line[], coupon = ''): Promise<string> {
    const variant_items = lines.map((line, at) => ({ quantity: 1, ...line, random_id: `line-${at}` }));
    const body = { source: 2, checkouts: [{ coupon, variant_items }] };
    const { checkout } = await this.call('POST', '/api/v1/checkout', body);
    return checkout.token;
  }

  async order(lines: Line[], coupon = ''): Promise<Placed> {
    const token = await this.checkout(lines, coupon);
    const body = { email: this.email, address, shipping_id: 'us-express', payment_method: 'card' };
    const { order_no, total_price } = await this.call('POST', `/1/checkouts/${token}`, body);
    return { orderNo: order_no, token, total: total_price };
  }

  /** @param card_token what the sandbox's gateway knows a card by @param expected code of the answer */
  async pay({ orderNo }: Placed, card_token: string, expected = 0): Promise<void> {
    const body = { order_no: orderNo, provider: 'simulated', card_token };
    await this.call('POST', '/api/v1/payments/', body, expected);
  }

  /** Uploads a picture for a review. @returns its address */
  async upload(): Promise<string> {
    const query = 'type=image&file_name=photo.png';
    const { upload_url, file_url } = await this.call('GET', `/api/v1/common/file/upload/token?${query}`);
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#abcdef' } });
    const { status } = await this.#send('PUT', upload_url, new Uint8Array(await picture.png().toBuffer()));
    if (status !== 204) throw new Error(`The upload was answered with ${status}.`);
    return file_url;
  }

  async #send(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const type = typeof body === 'string' ? 'application/json' : 'image/png';
    const headers = { cookie, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': type }) };
    const response = await fetch(new URL(path, this.#site), { method, headers, body: body ?? null });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}
