/** Defines the CLI commands for returns; the logic is in server/orders. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Services } from '../core/services.ts';
import { readOrderLines } from '../orders/lines-store.ts';
import { processReturn } from '../orders/returns.ts';
import { listReturns, type OrderReturn, type ReturnStatus, returnStatus } from '../orders/returns-store.ts';
import {
  addExamples,
  type CommandContext,
  isoTime,
  jsonOption,
  parseIntegerInRange,
  printResult,
  toTerminalLine,
} from './command.ts';

const states: readonly string[] = ['asked', 'accepted', 'refused', 'arrived', 'refunded'];

export function addReturnCommands(program: Command, context: CommandContext): void {
  const { say: printLine } = context;
  const returns = program
    .command('returns')
    .summary('List, accept and refuse returns')
    .description(
      'Lists, accepts and refuses returns. `orders refund NO --return=ID` pays a return back. `returns 5` is short for `returns list 5`.',
    );
  addExamples(
    returns,
    'returns list --state=asked',
    'returns accept 3',
    'returns refuse 4 --answer="The 30 days are over."',
    'orders refund K7QMD-4XHRA --return=3 --restock',
  );

  returns
    .command('list [count]')
    .summary('List the newest returns')
    .description('Lists the newest returns, 20 if you give no count.')
    .addOption(new Option('--state <state>', 'only returns in this state').choices(states))
    .option(...jsonOption)
    .action(async (count: string | undefined, { state = null }: { state?: ReturnStatus | null }) => {
      const { services } = context;
      const found = await listReturns(services.db.read, parseIntegerInRange(count ?? '20', 1, 1000), state);
      const lines: string[] = [];
      for (const one of found) lines.push(await lineOf(services, one));
      printResult(context, found.map(toReturnJson), lines.length > 0 ? lines : ['No such returns.']);
    });

  for (const [verb, state, summary, description] of [
    ['accept', 'accepted', 'Accept a return', 'Accepts a return. The customer gets an email.'],
    [
      'refuse',
      'refused',
      'Refuse a return',
      'Refuses a return. The customer gets an email with your answer, so --answer is required.',
    ],
    [
      'arrived',
      'arrived',
      'Record that the parcel of a return arrived',
      'Records that the parcel of a return arrived. The customer gets an email.',
    ],
  ] as const)
    returns
      .command(`${verb} <id>`)
      .summary(summary)
      .description(description)
      .option('--answer <text>', 'text for the customer')
      .action(async (id: string, options: { answer?: string }) => {
        const answer = (options.answer ?? '').trim().slice(0, 1000);
        if (state === 'refused' && answer === '')
          throw new InvalidArgumentError('Give the customer a reason with --answer=TEXT.');
        const number = parseIntegerInRange(id, 1, Number.MAX_SAFE_INTEGER);
        const { orderNo } = await processReturn(context.services, number, state, answer);
        printLine(`Return ${id} of order ${orderNo} is ${state}`);
      });
}

/** Converts a return to its `--json` format. */
export function toReturnJson(one: OrderReturn) {
  return {
    ...{ id: one.id, order_no: one.orderNo, state: returnStatus(one), reason: one.reason },
    ...{ message: one.message, answer: one.answer, lines: one.lines },
    created_at: isoTime(one.createdAt),
    answered_at: one.answeredAt === null ? null : isoTime(one.answeredAt),
    arrived_at: one.arrivedAt === null ? null : isoTime(one.arrivedAt),
  };
}

async function lineOf(services: Services, one: OrderReturn): Promise<string> {
  const bought = await readOrderLines(services.db.read, one.orderNo);
  const items = one.lines.map(({ position, quantity }) => {
    const line = bought.find((candidate) => candidate.position === position);
    return `${quantity} × ${line?.title ?? '?'} (${line?.sku || `line:${position}`})`;
  });
  const day = new Date(one.createdAt).toISOString().slice(0, 10);
  const message = one.message === '' ? '' : `: ${toTerminalLine(one.message)}`;
  return `${one.id}  ${one.orderNo}  ${day}  ${returnStatus(one)}  ${items.map(toTerminalLine).join(', ')}  ${one.reason}${message}`;
}
