/** Defines PayPal's order document, and validates, stores and captures orders as PayPal does. */
import { newId, type Sandbox, sandboxKeys } from './context.ts';
import { payPalError, unprocessableError } from './paypal-errors.ts';

export interface Money {
  currency_code: string;
  value: string;
}

export interface PurchaseUnit {
  reference_id: string;
  amount: Money & { breakdown?: Record<string, Money> };
  items?: { name: string; quantity: string; unit_amount: Money }[];
  payee: { merchant_id: string };
  custom_id?: string;
  invoice_id?: string;
  description?: string;
  shipping?: unknown;
  payments?: {
    authorizations?: CaptureOrRefund[];
    captures?: CaptureOrRefund[];
    refunds?: CaptureOrRefund[];
  };
}

export interface CaptureOrRefund {
  id: string;
  status: string;
  amount: Money;
  custom_id?: string;
  invoice_id?: string;
  create_time: string;
  [detail: string]: unknown;
}

export interface Order {
  id: string;
  intent: 'CAPTURE' | 'AUTHORIZE';
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  purchase_units: [PurchaseUnit];
  payer?: unknown;
  create_time: string;
  application_context: { return_url?: string; cancel_url?: string; user_action?: string };
  /** Whether the payer's bank declines the payment. Not included in API responses. */
  funding?: 'works' | 'declined';
}

const wholeOnly = new Set(['JPY', 'HUF', 'TWD']);

/** Parses an amount to hundredths of the currency unit. @throws PayPalApiError for amounts that PayPal rejects */
export function parseHundredths(money: Money | undefined, field: string): number {
  if (!money || !/^[A-Z]{3}$/.test(money.currency_code ?? '')) {
    throw payPalError(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER', field);
  }
  const pattern = wholeOnly.has(money.currency_code) ? /^\d{1,10}$/ : /^\d{1,10}(\.\d{1,2})?$/;
  if (typeof money.value !== 'string' || !pattern.test(money.value)) {
    throw unprocessableError('DECIMAL_PRECISION', `${field}/value`);
  }
  const [whole, part = ''] = money.value.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

export function checkAmount(unit: Pick<PurchaseUnit, 'amount' | 'items'>): void {
  const field = "/purchase_units/@reference_id=='default'/amount";
  const total = parseHundredths(unit.amount, field);
  if (total === 0) throw unprocessableError('CANNOT_BE_ZERO_OR_NEGATIVE', `${field}/value`);
  const { breakdown } = unit.amount;
  if (unit.items?.length && !breakdown?.item_total) {
    throw unprocessableError('ITEM_TOTAL_REQUIRED', `${field}/breakdown/item_total`);
  }
  if (!breakdown) return;
  const part = (name: string) =>
    breakdown[name] ? parseHundredths(breakdown[name], `${field}/breakdown/${name}`) : 0;
  const plus =
    part('item_total') + part('shipping') + part('handling') + part('tax_total') + part('insurance');
  if (plus - part('discount') - part('shipping_discount') !== total) {
    throw unprocessableError('AMOUNT_MISMATCH', `${field}/value`);
  }
  if (unit.items?.length) {
    const sum = unit.items.reduce(
      (total, { unit_amount, quantity }) => total + parseHundredths(unit_amount, '/items') * Number(quantity),
      0,
    );
    if (sum !== part('item_total')) {
      throw unprocessableError('ITEM_TOTAL_MISMATCH', `${field}/breakdown/item_total`);
    }
  }
}

/** Checks the order's payee and the ids that the merchant has assigned to the order. */
function checkNames({ payee, custom_id, invoice_id }: PurchaseUnit): void {
  const unit = "/purchase_units/@reference_id=='default'";
  if (payee && payee.merchant_id !== sandboxKeys.paypalMerchantId)
    throw unprocessableError('PAYEE_ACCOUNT_INVALID', `${unit}/payee`);
  for (const [name, value] of Object.entries({ custom_id, invoice_id })) {
    if (value !== undefined && (typeof value !== 'string' || value === '' || value.length > 127))
      throw payPalError(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH', `${unit}/${name}`);
  }
}

/** Checks the URLs to which PayPal redirects the payer. */
function checkReturn(experience: { return_url?: string; cancel_url?: string } = {}): void {
  for (const name of ['return_url', 'cancel_url'] as const) {
    const address = experience[name];
    if (address !== undefined && !(/^https?:\/\//.test(address) && URL.canParse(address)))
      throw payPalError(
        400,
        'INVALID_REQUEST',
        'INVALID_PARAMETER_SYNTAX',
        `/payment_source/paypal/experience_context/${name}`,
      );
  }
}

export function readOrder(sandbox: Sandbox, id: string): Order {
  const row = sandbox.ledger.one('SELECT body FROM paypal_orders WHERE id = ?', id);
  if (!row) throw payPalError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
  return JSON.parse(String(row.body)) as Order;
}

export function saveOrder(sandbox: Sandbox, order: Order): void {
  sandbox.ledger.run(
    `INSERT INTO paypal_orders VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body`,
    order.id,
    order.status,
    JSON.stringify(order),
    sandbox.now(),
  );
}

/** Creates an order from an unvalidated request body. */
export function newOrder(sandbox: Sandbox, body: Record<string, unknown>): Order {
  const { intent, purchase_units } = body as { intent?: string; purchase_units?: PurchaseUnit[] };
  if (intent !== 'CAPTURE' && intent !== 'AUTHORIZE') {
    throw payPalError(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', '/intent');
  }
  const unit = purchase_units?.[0];
  if (!unit || purchase_units.length !== 1) {
    throw payPalError(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER', '/purchase_units');
  }
  checkAmount(unit);
  checkNames(unit);
  const source = body.payment_source as { paypal?: { experience_context?: object } } | undefined;
  const experience = source?.paypal?.experience_context ?? (body.application_context as object | undefined);
  checkReturn(experience);
  return {
    id: newId(),
    intent,
    status: 'CREATED',
    purchase_units: [
      {
        ...unit,
        reference_id: unit.reference_id ?? 'default',
        payee: { merchant_id: unit.payee?.merchant_id ?? sandboxKeys.paypalMerchantId },
      },
    ],
    create_time: new Date(sandbox.now()).toISOString(),
    application_context: { ...experience },
  };
}

/** Returns an order in the format of PayPal's API, with the links for its status. */
export function toOrderResponse(sandbox: Sandbox, order: Order): Record<string, unknown> {
  const { funding: _, application_context: __, ...shown } = order;
  const self = `${sandbox.publicUrl}/v2/checkout/orders/${order.id}`;
  const link = (rel: string, href: string, method = 'GET') => ({ href, rel, method });
  const next = order.intent === 'CAPTURE' ? 'capture' : 'authorize';
  return {
    ...shown,
    links: [
      link('self', self),
      ...(order.status === 'CREATED'
        ? [
            link('payer-action', `${sandbox.publicUrl}/checkoutnow?token=${order.id}`),
            link('update', self, 'PATCH'),
          ]
        : []),
      ...(order.status === 'APPROVED'
        ? [link('update', self, 'PATCH'), link(next, `${self}/${next}`, 'POST')]
        : []),
    ],
  };
}

/** Captures an order, or part of its authorisation, and records the capture in the ledger. */
export function captureAmount(sandbox: Sandbox, order: Order, amount: Money): CaptureOrRefund {
  const unit = order.purchase_units[0];
  const capture: CaptureOrRefund = {
    id: newId(),
    status: 'COMPLETED',
    amount: { currency_code: amount.currency_code, value: amount.value },
    ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
    ...(unit.invoice_id ? { invoice_id: unit.invoice_id } : {}),
    payee: unit.payee,
    final_capture: true,
    create_time: new Date(sandbox.now()).toISOString(),
    supplementary_data: { related_ids: { order_id: order.id } },
  };
  unit.payments = { ...unit.payments, captures: [...(unit.payments?.captures ?? []), capture] };
  order.status = 'COMPLETED';
  saveOrder(sandbox, order);
  recordCaptureOrRefund(sandbox, 'capture', capture, order, '');
  sandbox.notify('paypal', 'PAYMENT.CAPTURE.COMPLETED', capture);
  return capture;
}

/** Records a capture or refund in the ledger. @param ofId id of the refunded capture; '' when recording a capture */
export function recordCaptureOrRefund(
  { ledger, now }: Sandbox,
  kind: 'capture' | 'refund',
  { id, amount }: CaptureOrRefund,
  order: Order,
  ofId: string,
): void {
  ledger.insert('moves', {
    ...{ id, provider: 'paypal', kind, of_id: ofId, payment_id: order.id, at: now() },
    request_id: order.purchase_units[0].custom_id ?? '',
    ...{ amount: amount.value, currency: amount.currency_code },
  });
}
