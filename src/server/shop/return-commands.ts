/** Commands about returns: thin over what orders do for a merchant. */
import { readOrderLines } from '../orders/lines-store.ts';
import { answerReturn } from '../orders/returns.ts';
import { listReturns, type OrderReturn, type ReturnStand, standOf } from '../orders/returns-store.ts';
import { BadUsage, type Call, type Command, exactly, onOneLine, whole } from './command.ts';

const states: readonly string[] = ['asked', 'accepted', 'refused', 'arrived', 'refunded'];

export const returnCommands: Record<string, Command> = {
  returns: {
    usage:
      'returns [COUNT] | list [COUNT] [--state=WORD] | accept ID [--answer=TEXT] | refuse ID --answer=TEXT | arrived ID [--answer=TEXT]',
    summary:
      'Lists the newest returns, 20 unless told; accepts or refuses one, notes that its parcel has come back, each with words for the buyer. The money: `orders refund NO --return=ID`.',
    switches: ['state', 'answer'],
    run: async (call) => {
      const [what = '20', ...words] = call.words;
      if (/^\d+$/.test(what)) await list(call, call.words);
      else if (what === 'list') await list(call, words);
      else if (what === 'accept') await answer(call, words, 'accepted');
      else if (what === 'refuse') await answer(call, words, 'refused');
      else if (what === 'arrived') await answer(call, words, 'arrived');
      else throw new BadUsage(`"${what}" is nothing that can be done with returns.`);
      return true;
    },
  },
};

async function list({ services, switches, say }: Call, words: string[]): Promise<void> {
  if (words.length > 1) throw new BadUsage('There are too many words.');
  const state = switches.get('state') ?? null;
  if (state !== null && !states.includes(state))
    throw new BadUsage(`"${state}" is no state: ${states.join(', ')}.`);
  const limit = whole(words[0] ?? '20', 1, 1000);
  const found = await listReturns(services.db.read, limit, state as ReturnStand | null);
  for (const one of found) say(await lineOf(services, one));
  if (found.length === 0) say('There are none.');
}

async function lineOf(services: Call['services'], one: OrderReturn): Promise<string> {
  const bought = await readOrderLines(services.db.read, one.orderNo);
  const pieces = one.lines.map(({ position, quantity }) => {
    const line = bought.find((known) => known.position === position);
    return `${quantity} × ${line?.title ?? '?'} (${line?.sku || `line:${position}`})`;
  });
  const day = new Date(one.createdAt).toISOString().slice(0, 10);
  const words = one.words === '' ? '' : `: ${onOneLine(one.words)}`;
  return `${one.id}  ${one.orderNo}  ${day}  ${standOf(one)}  ${pieces.map(onOneLine).join(', ')}  ${one.reason}${words}`;
}

async function answer(
  { services, switches, say }: Call,
  words: string[],
  state: 'accepted' | 'refused' | 'arrived',
): Promise<void> {
  const [id = ''] = exactly(words, 1);
  const said = (switches.get('answer') ?? '').trim().slice(0, 1000);
  if (state === 'refused' && said === '')
    throw new BadUsage('Say why, with --answer=TEXT: the buyer reads it.');
  const { orderNo } = await answerReturn(services, whole(id, 1, Number.MAX_SAFE_INTEGER), state, said);
  say(`Return ${id} of order ${orderNo} is ${state}`);
}
