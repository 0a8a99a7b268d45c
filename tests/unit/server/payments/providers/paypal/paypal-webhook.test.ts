import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PayPalEnvironment } from '#server/payments/providers/paypal/environment.ts';
import { payPalWebhook } from '#server/payments/providers/paypal/webhook.ts';
import { createSelfSignedCertificate, paypalSignedText } from '../../../../../../src/sandbox/webhooks.ts';

const now = Date.UTC(2026, 9, 1, 12);
const day = 86_400_000;
const folder = '/v1/notifications/certs/';
const genuine = `https://api.paypal.com${folder}CERT-1`;
const key = createSelfSignedCertificate('PayPal', new Date(now - day));
const body = JSON.stringify({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'O1' } });

const production: PayPalEnvironment = {
  api: 'https://api-m.paypal.com',
  web: 'https://www.paypal.com',
  clientId: 'id',
  clientSecret: 'secret',
  webhookId: 'HOOK',
  merchantId: '',
  isSandbox: false,
  isTest: false,
};
const sandbox: PayPalEnvironment = { ...production, api: 'http://localhost:4322', isSandbox: true };

/** Returns the headers of an event that `signer` signed, with the URL of its certificate. */
function signed(address: string, signer = key, time = new Date(now).toISOString()) {
  const id = 'T-1';
  const message = Buffer.from(paypalSignedText(id, time, 'HOOK', body));
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': address,
    'paypal-transmission-sig': sign('sha256', message, signer.privateKey).toString('base64'),
  };
}

/** Returns the webhook's check and a list of the URLs it fetches; each URL responds with the certificate. */
function door(paypal = production, certificate = key.certificate) {
  const fetched: string[] = [];
  const clock = { now };
  const answers = { status: 200 };
  const fetcher = async (address: string | URL | Request) => {
    fetched.push(String(address));
    return new Response(certificate, { status: answers.status });
  };
  const check = payPalWebhook(paypal, { fetch: fetcher as typeof fetch, now: () => clock.now });
  return {
    fetched,
    clock,
    answers,
    tell: async (address: string, signer = key) =>
      check(signed(address, signer), Buffer.from(body), 'PayPal'),
    /** Checks an event of another sender or another time. */
    tellAs: async (sender: string, address: string, time?: string) =>
      check(signed(address, key, time), Buffer.from(body), sender),
  };
}

const forged = expect.objectContaining({ name: 'InvalidSignatureError' });

describe('the certificate of a PayPal event', () => {
  it('is fetched from PayPal’s own hosts', async () => {
    for (const host of ['api.paypal.com', 'api.sandbox.paypal.com', 'paypal.com']) {
      const { tell, fetched } = door();
      const event = await tell(`https://${host}${folder}CERT-1?x=1#y`);
      expect(event).toMatchObject({ eventId: 'WH-1', ref: 'O1' });
      expect(fetched).toEqual([`https://${host}${folder}CERT-1`]);
    }
  });

  it('is fetched from no other host, port or folder, and not without TLS', async () => {
    const { tell, fetched } = door();
    for (const address of [
      `https://evilpaypal.com${folder}CERT-1`,
      `https://api.paypal.com.evil.example${folder}CERT-1`,
      `https://evil.example${folder}CERT-1`,
      `https://evil.example/${folder}CERT-1`,
      `https://paypal.com@evil.example${folder}CERT-1`,
      `http://api.paypal.com${folder}CERT-1`,
      `ftp://api.paypal.com${folder}CERT-1`,
      `https://api.paypal.com:8443${folder}CERT-1`,
      'https://api.paypal.com/CERT-1',
      `https://api.paypal.com/x${folder}CERT-1`,
      `https://api.paypal.com${folder}../../../CERT-1`,
      `https://api.paypal.com${folder}%2e%2e/%2E%2e/CERT-1`,
      `https://api.paypal.com//evil.example${folder}CERT-1`,
      folder,
      '',
    ]) {
      await expect(tell(address), address).rejects.toEqual(forged);
    }
    expect(fetched).toEqual([]);
  });

  it('is fetched from the sandbox alone in test mode, whatever the address, and an odd one is refused', async () => {
    for (const address of [
      `http://localhost:4322${folder}CERT-1`,
      `http://10.0.0.1:80${folder}CERT-1`,
      `https://evil.example${folder}CERT-1`,
    ]) {
      const { tell, fetched } = door(sandbox);
      await tell(address);
      expect(fetched).toEqual([`http://localhost:4322${folder}CERT-1`]);
    }
    const { tell, fetched } = door(sandbox);
    for (const address of [
      'x:9/cert',
      'x:@h/',
      'x:.h/',
      'x:.evil.example/c',
      `x:${folder}\\..\\..\\..\\healthz`,
      `http://localhost:4322//evil.example${folder}c`,
      'http://localhost:4322/healthz',
      'data:text/plain,x',
      '',
    ]) {
      await expect(tell(address), address).rejects.toEqual(forged);
    }
    expect(fetched).toEqual([]);
  });

  it('must be the one that signed', async () => {
    const { tell } = door();
    await expect(tell(genuine, createSelfSignedCertificate('Another', new Date(now - day)))).rejects.toEqual(
      forged,
    );
  });

  it('must be of today: neither past its end nor before its beginning', async () => {
    const tenYearsAgo = new Date(now);
    tenYearsAgo.setUTCFullYear(tenYearsAgo.getUTCFullYear() - 10);
    for (const from of [tenYearsAgo.getTime() - day, now + day]) {
      const made = createSelfSignedCertificate('PayPal', new Date(from));
      await expect(door(production, made.certificate).tell(genuine, made)).rejects.toEqual(forged);
    }
    for (const from of [tenYearsAgo.getTime() + day, now - day]) {
      const made = createSelfSignedCertificate('PayPal', new Date(from));
      const event = await door(production, made.certificate).tell(genuine, made);
      expect(event.eventId).toBe('WH-1');
    }
  });

  it('is fetched once, for all who wait for it and afterwards', async () => {
    const { tell, fetched } = door();
    await Promise.all(Array.from({ length: 50 }, () => tell(genuine)));
    await tell(genuine);
    expect(fetched).toHaveLength(1);
  });

  it('is fetched ten times a minute at most, tries that failed included; kept ones count on meanwhile', async () => {
    const { tell, tellAs, fetched, clock, answers } = door();
    await tell(genuine);
    answers.status = 500;
    for (let count = 0; count < 12; count += 1) {
      await expect(tellAs(`sender ${count}`, `${genuine}-${count}`)).rejects.toMatchObject({
        name: 'ProviderError',
      });
    }
    expect(fetched).toHaveLength(10);
    expect((await tell(genuine)).eventId).toBe('WH-1');
    clock.now += 60_000;
    answers.status = 200;
    expect((await tell(`${genuine}-0`)).eventId).toBe('WH-1');
    expect(fetched).toHaveLength(11);
  });

  it('is fetched three times a minute at most for one sender, who so keeps nobody else from having theirs fetched', async () => {
    const { tell, tellAs, fetched, clock } = door();
    for (let count = 0; count < 20; count += 1) {
      const told = tellAs('flood', `${genuine}-${count}`);
      if (count < 3) await told;
      else await expect(told).rejects.toMatchObject({ name: 'ProviderError' });
    }
    expect(fetched).toHaveLength(3);
    expect((await tell(genuine)).eventId).toBe('WH-1');
    clock.now += 60_000;
    await tellAs('flood', `${genuine}-3`);
    expect(fetched).toHaveLength(5);
  });

  it('is not fetched for an event that is too old to be sent again, of the future or without a time', async () => {
    const { tell, tellAs, fetched } = door();
    const stamp = (ms: number) => new Date(now + ms).toISOString();
    const odd = [stamp(-4 * day - 1), stamp(600_001), 'yesterday', ''];
    for (const [index, time] of odd.entries()) {
      await expect(tellAs(`sender ${index}`, genuine, time), time).rejects.toEqual(forged);
    }
    expect(fetched).toEqual([]);
    for (const [index, time] of [stamp(-4 * day), stamp(600_000)].entries()) {
      await tellAs(`sender ${index}`, `${genuine}-${index}`, time);
    }
    expect(fetched).toHaveLength(2);
    await tell(genuine);
    expect((await tellAs('PayPal', genuine, stamp(-30 * day))).eventId).toBe('WH-1');
  });

  it('stays kept as long as it is used, however many others come', async () => {
    const { tell, tellAs, fetched, clock } = door();
    await tell(genuine);
    await tell(`${genuine}-unused`);
    for (let count = 0; count < 25; count += 1) {
      clock.now += 60_000;
      const time = new Date(clock.now).toISOString();
      await tellAs('another', `${genuine}-${count}`, time);
      await tell(genuine);
    }
    expect(fetched.filter((address) => address === genuine)).toHaveLength(1);
    await tell(`${genuine}-unused`);
    expect(fetched.filter((address) => address.endsWith('unused'))).toHaveLength(2);
  });

  it('is not fetched for an event without a signature', async () => {
    const { fetched, tell } = door();
    await tell(genuine);
    const check = payPalWebhook(production, {
      fetch: async () => {
        fetched.push('again');
        return new Response(null, { status: 500 });
      },
      now: () => now,
    });
    for (const missing of ['paypal-transmission-sig', 'paypal-auth-algo']) {
      const headers = { ...signed(genuine), [missing]: '' };
      await expect(check(headers, Buffer.from(body), 'PayPal')).rejects.toEqual(forged);
    }
    expect(fetched).toEqual([genuine]);
  });
});
