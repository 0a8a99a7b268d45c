/** Cards that the shop has the provider check before it charges them, by provider. */
import type { CallApi } from '#lib/contract/call.ts';
import type { ProviderName } from '#lib/contract/provider-names.ts';
import { goOn, type Paid, patience } from './pay-in-page.ts';

interface CheckedCard {
  order_no: string;
  account_id: string;
  card_token: string;
  /** Begins the card's check in the provider's form. @returns by what the provider knows the check again */
  check?: ((jwt: string) => Promise<string>) | undefined;
}

/** The card is checked, sent to its bank where the bank asks for it, and charged (API-046, 047, 064; PAY-09). */
async function payCheckedCard(api: CallApi, card: CheckedCard): Promise<Paid> {
  const { order_no, account_id, card_token } = card;
  const started = await api('POST /api/v1/payments/ocean/jwt', { body: { order_no } }, patience);
  if (started.code !== 0 || !started.data) return { answer: { ...started, data: null } };
  // The bank decides without the check, too: it may then ask for the second step more often.
  const reference_id = (await card.check?.(started.data.jwt).catch(() => '')) ?? '';
  const asked = await api(
    'POST /api/v1/payments/ocean/lookup',
    { body: { order_no, reference_id, card_token, account_id } },
    patience,
  );
  if (asked.code !== 0 || !asked.data) return { answer: { ...asked, data: null } };
  const { enrolled, acs_url, transaction_id } = asked.data;
  if (enrolled) return { go: acs_url };
  return { answer: await goOn(api, order_no, transaction_id) };
}

export const payCheckedCards: Partial<Record<ProviderName, typeof payCheckedCard>> = {
  ocean: payCheckedCard,
};
