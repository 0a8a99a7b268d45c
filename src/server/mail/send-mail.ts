/** Sends emails from the outbox through the mail server in SMTP_URL. */
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Env } from '../core/env.ts';
import type { Services } from '../core/services.ts';
import { defineJobHandler, type JobHandlers } from '../queue/job.ts';
import { readThemeSetting } from '../theme/store.ts';
import { type MailTextRenderers, withMailText } from './mail-texts.ts';
import { type MailTokenResolvers, withMailTokens } from './mail-tokens.ts';
import { findObsoleteReason, type MailObsolescenceChecks } from './obsolete-mails.ts';
import { type Mail, markExpired, markFailed, markSent, readUnsentMail } from './outbox-store.ts';

const seconds = 1_000;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i;

/**
 * Returns the TLS options for an SMTP URL. Emails contain links that open orders, so sending without TLS must fail, even if the
 * server offers no STARTTLS or an attacker has removed the offer. Exceptions are a loopback server, and `?requireTLS=false` or
 * `?ignoreTLS=true` in the URL.
 */
export function getSmtpTlsOptions(address: string): { requireTLS?: true } {
  const { protocol, hostname, searchParams } = new URL(address);
  const hasTlsOption = searchParams.has('requireTLS') || searchParams.has('ignoreTLS');
  return protocol === 'smtp:' && !loopback.test(hostname) && !hasTlsOption ? { requireTLS: true } : {};
}

const transports = new Map<string, ReturnType<typeof openPool>>();

/** Returns the connection pool of a mail server, so that consecutive emails share a connection. */
function transportTo(address: string) {
  const transport = transports.get(address) ?? openPool(address);
  transports.set(address, transport);
  return transport;
}

function openPool(address: string) {
  return createTransport({
    pool: true,
    url: address,
    ...getSmtpTlsOptions(address),
    dnsTimeout: 5 * seconds,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 20 * seconds,
    idleTimeout: 10 * seconds,
  });
}

/** Sends one email. @throws Error if the mail server rejects the email or cannot be reached */
async function deliver(env: Env & { SMTP_URL: string }, shopName: string, mail: Mail): Promise<void> {
  const { host } = new URL(env.SITE_URL);
  await transportTo(env.SMTP_URL).sendMail({
    from: env.MAIL_FROM.includes('<') ? env.MAIL_FROM : { name: shopName, address: env.MAIL_FROM },
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // RFC 8058: email clients offer to unsubscribe with one click, by a POST to this URL.
    ...(mail.unsubscribeUrl && {
      headers: {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    // The message id is the same for every attempt, so that email clients display an email that was sent twice only once.
    messageId: `<${mail.dedupeKey.replaceAll(/[^\w.-]/g, '.')}@${host.replace(/:\d+$/, '')}>`,
  });
}

/** Functions that each domain registers for its emails. */
export interface MailRegistrations {
  texts: MailTextRenderers;
  tokens: MailTokenResolvers;
  ends: MailObsolescenceChecks;
}

/**
 * Sends the email with this dedupe key unless it was sent or is obsolete. Without SMTP_URL the email stays in the outbox, with
 * its text rendered.
 */
export async function sendMail(
  services: Services,
  dedupeKey: string,
  { texts, tokens, ends }: MailRegistrations,
): Promise<void> {
  const { db, env, now } = services;
  const { SMTP_URL } = env;
  const stored = await readUnsentMail(db, dedupeKey);
  if (!stored) return;
  const end = SMTP_URL === undefined ? null : await findObsoleteReason({ db, now }, stored, ends);
  if (end === 'over') await markExpired(db, stored.id);
  if (end !== null) return;
  try {
    const mail = await withMailText(services, stored, texts);
    if (!mail || SMTP_URL === undefined) return;
    const { name } = await readThemeSetting(db.read, 'shop');
    await deliver({ ...env, SMTP_URL }, name, await withMailTokens({ db, now }, mail, tokens));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await markFailed(db, stored.id, reason);
    // The job logs this error. Mail servers repeat the recipient in their errors, so email addresses are removed.
    throw new Error(reason.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)'));
  }
  await markSent(db, stored.id, now());
}

/** Maximum number of attempts. They span more than two days, because a mail server may be down for a night or a weekend. */
const tries = 60;

/**
 * Job payload: the email's dedupe key. Older versions require the field name `dedupeKey`, so they reject a job with `key` and leave
 * it to the newer version during an update. Otherwise they would send an empty email if its text had not been rendered yet.
 */
const mailPayload = z
  .object({ key: z.string() })
  .or(z.object({ dedupeKey: z.string() }).transform(({ dedupeKey }) => ({ key: dedupeKey })));

/** Returns the job that sends emails. @param kinds registered functions of all domains */
export function mailJobs(kinds: MailRegistrations): JobHandlers {
  return {
    mail: defineJobHandler(mailPayload, ({ key }, { services }) => sendMail(services, key, kinds), { tries }),
  };
}
