/** Manages PaymentIntents in the sandbox's ledger: changes their status, captures them, and sends webhooks to the shop. */
import { randomBytes } from 'node:crypto';
import { newId, type Sandbox, sandboxKeys } from './context.ts';
import { invalidRequestError, StripeApiError } from './stripe-errors.ts';

/** Outcomes of the test cards. All other numbers are rejected: a test page must not accept real cards. */
const testCards: Record<string, { outcome: 'works' | 'declined' | 'second_step'; declineCode?: string }> = {
  '4242424242424242': { outcome: 'works' },
  '4000000000000002': { outcome: 'declined', declineCode: 'generic_decline' },
  '4000000000009995': { outcome: 'declined', declineCode: 'insufficient_funds' },
  '4000002500003155': { outcome: 'second_step' },
  '4000000000003220': { outcome: 'second_step' },
};
const declines: Record<string, string> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
};

export interface Charge {
  object: 'charge';
  id: string;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  refunded: boolean;
  currency: string;
  payment_intent: string;
  metadata: Record<string, string>;
  status: string;
}

export interface Intent {
  object: 'payment_intent';
  id: string;
  status: string;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  capture_method: string;
  client_secret: string;
  created: number;
  description: string;
  livemode: false;
  metadata: Record<string, string>;
  latest_charge: Charge | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: Record<string, unknown> | null;
  on_behalf_of: string | null;
  transfer_data: { destination: string } | null;
  /** Sandbox only: the last four digits of the card, for the bank's page. */
  last4: string;
}

export function readIntent(sandbox: Sandbox, id: string): Intent {
  const row = sandbox.ledger.one('SELECT body FROM stripe_intents WHERE id = ?', id);
  if (!row) throw invalidRequestError('resource_missing', `No such payment_intent: '${id}'`, 'intent', 404);
  return JSON.parse(String(row.body)) as Intent;
}

export function findBySecret(sandbox: Sandbox, secret: string): Intent | null {
  const id = secret.split('_secret_')[0] ?? '';
  const row = sandbox.ledger.one('SELECT body FROM stripe_intents WHERE id = ?', id);
  const intent = row && (JSON.parse(String(row.body)) as Intent);
  return intent?.client_secret === secret ? intent : null;
}

export function saveIntent(sandbox: Sandbox, intent: Intent): void {
  const body = JSON.stringify(intent);
  sandbox.ledger.run('UPDATE stripe_intents SET body = ? WHERE id = ?', body, intent.id);
}

/**
 * Returns an intent in the format of Stripe's API. `latest_charge` contains only the charge's id or, if `isExpanded`, the charge object.
 */
export function toIntentResponse({ last4: _last4, ...intent }: Intent, isExpanded = false) {
  return { ...intent, latest_charge: isExpanded ? intent.latest_charge : (intent.latest_charge?.id ?? null) };
}

export interface NewIntent {
  amount: number;
  currency: string;
  capture_method: string;
  description: string;
  metadata: Record<string, string>;
}

export function newIntent(sandbox: Sandbox, made: NewIntent): Intent {
  const id = `pi_${newId(24)}`;
  const intent: Intent = {
    ...{ object: 'payment_intent', id, status: 'requires_payment_method' },
    ...made,
    ...{ amount_capturable: 0, amount_received: 0, livemode: false, last4: '' },
    client_secret: `${id}_secret_${randomBytes(18).toString('base64url').replace(/[_-]/g, 'x')}`,
    created: Math.floor(sandbox.now() / 1000),
    ...{ latest_charge: null, last_payment_error: null, next_action: null },
    ...{ on_behalf_of: null, transfer_data: null },
  };
  const body = JSON.stringify(intent);
  sandbox.ledger.insert('stripe_intents', { id, body, created_at: sandbox.now() });
  sandbox.notify('stripe', 'payment_intent.created', toIntentResponse(intent));
  return intent;
}

/**
 * Confirms an intent with a card number; a decline is stored in the returned intent.
 * @throws StripeApiError for an unknown card number, or an intent that cannot be confirmed
 */
export function confirm(sandbox: Sandbox, intent: Intent, number: string): Intent {
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) throw unexpected(intent);
  const card = testCards[number.replace(/\s/g, '')];
  if (!card) {
    throw new StripeApiError(402, {
      ...{ type: 'card_error', code: 'incorrect_number' },
      message: 'This is a test page. Use the card 4242 4242 4242 4242.',
    });
  }
  const cardIntent = { ...intent, last4: number.slice(-4), last_payment_error: null };
  if (card.outcome === 'works') return take(sandbox, cardIntent);
  if (card.outcome === 'declined') return decline(sandbox, cardIntent, card.declineCode ?? 'generic_decline');
  const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
  const waiting = { ...cardIntent, status: 'requires_action', next_action };
  saveIntent(sandbox, waiting);
  sandbox.notify('stripe', 'payment_intent.requires_action', toIntentResponse(waiting));
  return waiting;
}

/** Continues after the shopper has confirmed or rejected the payment at the bank. */
export function completeAuthentication(sandbox: Sandbox, intent: Intent, isAgreed: boolean): Intent {
  if (intent.status !== 'requires_action') return intent;
  const answered = { ...intent, next_action: null };
  if (isAgreed) return take(sandbox, answered);
  const failed = {
    ...answered,
    status: 'requires_payment_method',
    last_payment_error: {
      ...{ type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  };
  saveIntent(sandbox, failed);
  sandbox.notify('stripe', 'payment_intent.payment_failed', toIntentResponse(failed));
  return failed;
}

/** Captures the payment or, if the intent is captured manually, only authorises it. */
function take(sandbox: Sandbox, intent: Intent): Intent {
  const { amount, currency, metadata } = intent;
  const charge: Charge = {
    ...{ object: 'charge', id: `ch_${newId(24)}`, amount, amount_captured: 0, amount_refunded: 0 },
    ...{
      captured: false,
      refunded: false,
      currency,
      payment_intent: intent.id,
      metadata,
      status: 'succeeded',
    },
  };
  const reserved: Intent = { ...intent, latest_charge: charge };
  if (intent.capture_method !== 'manual') return captured(sandbox, reserved);
  const waiting = { ...reserved, status: 'requires_capture', amount_capturable: amount };
  saveIntent(sandbox, waiting);
  sandbox.notify('stripe', 'payment_intent.amount_capturable_updated', toIntentResponse(waiting));
  return waiting;
}

/** Captures an authorised intent. @throws StripeApiError if the intent has no capturable amount */
export function capture(sandbox: Sandbox, intent: Intent): Intent {
  if (intent.status !== 'requires_capture') throw unexpected(intent);
  return captured(sandbox, intent);
}

function captured(sandbox: Sandbox, intent: Intent): Intent {
  const { amount } = intent;
  const charge = { ...intent.latest_charge!, amount_captured: amount, captured: true };
  const status = 'succeeded';
  const after = { ...intent, status, amount_received: amount, amount_capturable: 0, latest_charge: charge };
  saveIntent(sandbox, after);
  recordCaptureOrRefund(sandbox, after, 'capture', charge.id, '', amount);
  sandbox.notify('stripe', 'charge.succeeded', charge);
  sandbox.notify('stripe', 'payment_intent.succeeded', toIntentResponse(after));
  return after;
}

export function cancel(sandbox: Sandbox, intent: Intent): Intent {
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpected(intent);
  const after = { ...intent, status: 'canceled', amount_capturable: 0 };
  saveIntent(sandbox, after);
  sandbox.notify('stripe', 'payment_intent.canceled', toIntentResponse(after));
  return after;
}

/** Stores a decline in the intent instead of throwing, so that the ledger's transaction commits; the API then responds with an error. */
function decline(sandbox: Sandbox, intent: Intent, declineCode: string): Intent {
  const error = {
    ...{ type: 'card_error', code: 'card_declined', decline_code: declineCode },
    message: declines[declineCode],
  };
  const after = { ...intent, status: 'requires_payment_method', last_payment_error: error };
  saveIntent(sandbox, after);
  sandbox.notify('stripe', 'payment_intent.payment_failed', toIntentResponse(after));
  return after;
}

export function recordCaptureOrRefund(
  sandbox: Sandbox,
  intent: Intent,
  kind: 'capture' | 'refund',
  id: string,
  ofId: string,
  amount: number,
): void {
  sandbox.ledger.run(
    `INSERT INTO moves VALUES (?, 'stripe', ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, kind, ofId, intent.id, intent.metadata.request_id ?? '', String(amount)],
    ...[intent.currency, sandbox.now()],
  );
}

function unexpected(intent: Intent): StripeApiError {
  return new StripeApiError(400, {
    ...{ type: 'invalid_request_error', code: 'payment_intent_unexpected_state' },
    message: `This PaymentIntent's status is ${intent.status}, which does not allow it.`,
    payment_intent: toIntentResponse(intent),
  });
}

export const account = {
  ...{ object: 'account', id: sandboxKeys.stripeAccount, charges_enabled: true, payouts_enabled: true },
};
