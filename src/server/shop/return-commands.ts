/** Commands about returns: thin over what orders do for a merchant. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Services } from '../core/services.ts';
import { readOrderLines } from '../orders/lines-store.ts';
import { answerReturn } from '../orders/returns.ts';
import { listReturns, type OrderReturn, type ReturnStand, standOf } from '../orders/returns-store.ts';
import { type CommandContext, onOneLine, whole } from './command.ts';

const states: readonly string[] = ['asked', 'accepted', 'refused', 'arrived', 'refunded'];

/** Adds `returns`. */
export function addReturnCommands(program: Command, context: CommandContext): void {
  const { say } = context;
  const returns = program
    .command('returns')
    .description(
      'Lists, accepts and refuses returns. The money: `orders refund NO --return=ID`. `returns 5` is `returns list 5`.',
    );

  returns
    .command('list [count]')
    .description('Lists the newest returns, 20 if you give no count.')
    .addOption(new Option('--state <state>', 'only those in this state').choices(states))
    .action(async (count: string | undefined, { state = null }: { state?: ReturnStand | null }) => {
      const { services } = context;
      const found = await listReturns(services.db.read, whole(count ?? '20', 1, 1000), state);
      for (const one of found) say(await lineOf(services, one));
      if (found.length === 0) say('There are none.');
    });

  for (const [verb, state, what] of [
    ['accept', 'accepted', 'Accepts a return.'],
    ['refuse', 'refused', 'Refuses a return; the buyer reads why.'],
    ['arrived', 'arrived', 'Notes that the parcel of a return has come back.'],
  ] as const)
    returns
      .command(`${verb} <id>`)
      .description(what)
      .option('--answer <text>', 'for the buyer')
      .action(async (id: string, options: { answer?: string }) => {
        const answer = (options.answer ?? '').trim().slice(0, 1000);
        if (state === 'refused' && answer === '')
          throw new InvalidArgumentError('Say why, with --answer=TEXT: the buyer reads it.');
        const number = whole(id, 1, Number.MAX_SAFE_INTEGER);
        const { orderNo } = await answerReturn(context.services, number, state, answer);
        say(`Return ${id} of order ${orderNo} is ${state}`);
      });
}

async function lineOf(services: Services, one: OrderReturn): Promise<string> {
  const bought = await readOrderLines(services.db.read, one.orderNo);
  const pieces = one.lines.map(({ position, quantity }) => {
    const line = bought.find((known) => known.position === position);
    return `${quantity} × ${line?.title ?? '?'} (${line?.sku || `line:${position}`})`;
  });
  const day = new Date(one.createdAt).toISOString().slice(0, 10);
  const words = one.words === '' ? '' : `: ${onOneLine(one.words)}`;
  return `${one.id}  ${one.orderNo}  ${day}  ${standOf(one)}  ${pieces.map(onOneLine).join(', ')}  ${one.reason}${words}`;
}
