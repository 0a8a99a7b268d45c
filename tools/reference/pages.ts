/** Generates the pages of docs/reference from the code (`npm run docs`). */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import * as codes from '../../src/lib/contract/codes.ts';
import type { EndpointDefinition } from '../../src/lib/contract/endpoint.ts';
import { endpoints } from '../../src/lib/contract/table.ts';
import { textsByPlace } from '../../src/lib/messages/all.ts';
import { codeMeanings, wireUnits } from '../../src/server/api-docs/api-page.ts';
import { inputObjects, outputObjects } from '../../src/server/api-docs/objects.ts';
import { getGroupTitle, groupTitles } from '../../src/server/api-docs/reference-groups.ts';
import {
  listSchemaFields,
  type SchemaField,
  scopeOf,
  typeOf,
} from '../../src/server/api-docs/schema-fields.ts';
import { columnNamesFor, fields as csvFields } from '../../src/server/catalog/csv/columns.ts';
import { trackProgress } from '../../src/server/core/track-progress.ts';
import {
  jobHandlers,
  mailObsolescenceChecks,
  mailTextRenderers,
  recurringJobs,
} from '../../src/server/jobs/table.ts';
import { fileSchemas, type JsonSchema } from '../../src/server/shop/file-schemas.ts';
import { runCommand } from '../../src/server/shop/run-command.ts';
import { csvMeanings } from './csv-meanings.ts';
import { environmentPage } from './environment.ts';
import { exampleOf } from './example.ts';
import { block, code, fieldHeaders, fieldRows, json, page, table } from './markdown.ts';
import { emailMeanings, jobMeaning } from './meanings.ts';
import { settingExamples } from './setting-examples.ts';

const fieldTable = (schema: JsonSchema, root: JsonSchema, path = '') => {
  const rows = fieldRows(schema, root, path);
  return rows.length > 0 ? table(fieldHeaders, rows) : '';
};

function settingsPage(): string {
  const root = fileSchemas['settings.schema.json']!();
  const settings = Object.entries(root.properties as Record<string, JsonSchema>);
  return page(
    'Settings',
    'Edit `shop/settings.json`, then run `npm run shop -- apply shop/`. All amounts are minor units of the currency of the shop: `550` means 5.50. Holidays, popups and synonyms have files of their own: `holidays.json`, `popups.json` and `synonyms.json`.',
    ...settings
      .filter(([name]) => name !== '$schema' && name !== 'popups')
      .flatMap(([name, schema]) => {
        const example = settingExamples[name];
        return [
          `## ${name}`,
          ...[String(schema.description ?? ''), fieldTable(schema, root, name)].filter(Boolean),
          ...(example === undefined ? [] : [json({ [name]: example })]),
        ];
      }),
  );
}

/** Reads a file of the demo store, whose entries are the examples. */
function readDemo(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`shop/${name}.json`, 'utf8')) as Record<string, unknown>;
}

/** Keeps the first entry of each list, so that an example fits the page. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

function themePage(): string {
  const theme = readDemo('theme');
  const demoSections = Object.values(theme.models as Record<string, object>).flatMap((model) =>
    Object.entries(model),
  );
  const root = fileSchemas['theme.schema.json']!();
  const { $schema, models, ...parts } = root.properties as Record<string, JsonSchema>;
  const sections = Object.entries(root.$defs as Record<string, JsonSchema>).filter(
    ([name]) => !name.includes('-'),
  );
  return page(
    'Theme',
    'Edit `shop/theme.json`, then run `npm run shop -- apply shop/`. Images of `media/` are written as `{"file": "wide/table.webp", "alt": "…"}`, collections as their handle.',
    ...Object.entries(parts).flatMap(([name, schema]) =>
      [
        `## ${name}`,
        String(schema.description ?? ''),
        fieldTable(schema, root, name),
        name in theme ? json({ [name]: shortened(theme[name]) }) : '',
      ].filter(Boolean),
    ),
    '## models',
    String(models?.description ?? ''),
    'A section is written under its name and a number, which is its place on the page:',
    json({ models: { home: { banner1: {}, featured_collection2: { collection_id: 'table' } } } }),
    ...sections.flatMap(([name, schema]) => {
      const example = demoSections.find(([key]) => key.replace(/\d+$/, '') === name);
      return [
        `### ${name}`,
        fieldTable(schema, root),
        example ? json({ [example[0]]: shortened(example[1]) }) : '',
      ].filter(Boolean);
    }),
  );
}

function listPage(title: string, file: string, intro: string, example: unknown): string {
  const root = fileSchemas[`${file}.schema.json`]!();
  return page(title, intro, json(example), fieldTable({ $ref: '#/$defs/list' }, root));
}

function promotionsPage(): string {
  const { $defs } = fileSchemas['promotions.schema.json']!() as {
    $defs: { list: { items: { oneOf: JsonSchema[] } } };
  };
  const kinds = $defs.list.items.oneOf;
  const split = kinds.map((kind) => {
    const { kind: name, rules, ...fields } = kind.properties as Record<string, JsonSchema>;
    return { name: String(name!.const), rules: rules!, rest: { ...kind, properties: fields } };
  });
  const common = split.find(({ name }) => name === 'code')!.rest;
  const examples = readDemo('promotions').promotions as { kind: string }[];
  return page(
    'Promotions',
    'Edit `shop/promotions.json`, then run `npm run shop -- apply shop/`. Amounts are money in the currency of the shop: `5.5` means 5.50. Products and collections are named by handle, variants by SKU.',
    json([
      {
        ...{ kind: 'code', title: '10 % off', seo_url: 'ten-off', code: 'TEN' },
        rules: { condition: 'amount', min: 50, mode: 'percent', value: 10 },
      },
    ]),
    '## Fields of every promotion',
    table(fieldHeaders, [
      ['`kind`', split.map(({ name }) => code(name)).join(', '), 'required', 'Type of the promotion.'],
      ...fieldRows(common, common),
    ]),
    ...split.flatMap(({ name, rules }) => {
      const example = examples.find(({ kind }) => kind === name);
      return [
        `## Rules of ${name}`,
        fieldTable(rules, rules, 'rules'),
        ...(example ? [json([shortened(example)])] : []),
      ];
    }),
  );
}

const csvPage = () =>
  page(
    'CSV columns',
    'Columns that `npm run shop -- import FILE.csv` reads and `export` writes. Upper and lower case, spaces and punctuation in column names make no difference. `Title` or `URL handle` is required.',
    table(
      ['column', 'meaning', 'example', 'other names that import accepts'],
      csvFields.map((field) => {
        const [header, ...others] = columnNamesFor(field);
        const [meaning, example] = csvMeanings[field];
        return [code(header), meaning, example && code(example), others.map(code).join(', ')];
      }),
    ),
  );

const languageKeysPage = () =>
  page(
    'Language keys',
    'Keys of a language file, such as `shop/languages/de.json`, with their English defaults, by the place where shoppers see them. A text must keep the placeholders of its default. Keys that end in `_one` and `_other` are forms by number.',
    Object.entries(textsByPlace)
      .map(([place, texts]) => {
        const rows = Object.entries(texts).map(([key, text]) => [code(key), text.replaceAll('<', '&lt;')]);
        return `## ${place[0]!.toUpperCase()}${place.slice(1)}\n\n${table(['key', 'English default'], rows)}`;
      })
      .join('\n\n'),
  );

const codesPage = () =>
  page(
    'Error codes',
    'Every answer of the API is `{"code", "msg", "data"}`. Code 0 is success; with every other code `data` is null, and `msg` describes the error.',
    table(
      ['code', 'meaning'],
      Object.entries(codeMeanings)
        .map(([name, meaning]) => ({ value: codes[name as keyof typeof codes], meaning }))
        .sort((one, other) => one.value - other.value)
        .map(({ value, meaning }) => [code(String(value)), meaning]),
    ),
  );

function metricsPage(): string {
  const source = readFileSync('src/server/process/metrics.ts', 'utf8');
  const kinds: Readonly<Record<string, string>> = { exportCount: 'counter', sharedGauge: 'gauge' };
  const metric =
    /(new \w+|exportCount|sharedGauge)\(\{?\s*(?:name: )?'(atoll_\w+)',\s*(?:help: )?'([^']+)',\s*(?:labelNames: )?(\[[^\]]*\])?/g;
  const rows = [...source.matchAll(metric)].map(([, made = '', name = '', help = '', labels = '']) => [
    code(name),
    kinds[made] ?? made.replace('new ', '').toLowerCase(),
    (labels.match(/\w+/g) ?? []).map(code).join(', '),
    help,
  ]);
  return page(
    'Metrics',
    'Set `METRICS_PORT`, then read the metrics on the same machine:',
    block('sh', 'curl http://127.0.0.1:$METRICS_PORT/'),
    'The page also has the default Node.js metrics of prom-client: `process_*` and `nodejs_*`.',
    table(['metric', 'type', 'labels', 'meaning'], rows),
  );
}

const jobsPage = () =>
  page(
    'Jobs',
    'Jobs run in every process of the shop. List failed jobs with `npm run shop -- jobs`, and run them again with `npm run shop -- jobs --retry`.',
    '## Jobs that run once',
    table(
      ['job', 'meaning', 'at once per process', 'attempts'],
      Object.entries(jobHandlers).map(([kind, { atOnce = 2, tries = 12, isOwed }]) => [
        code(kind),
        jobMeaning(kind),
        String(atOnce),
        isOwed ? 'until it succeeds' : String(tries),
      ]),
    ),
    '## Jobs that run again and again',
    table(
      ['job', 'meaning', 'pause between two runs'],
      recurringJobs.map(({ kind, every }) => [code(kind), jobMeaning(kind), `${every / 1000} s`]),
    ),
  );

const emailsPage = () =>
  page(
    'Emails',
    'Types of emails. An email that waits for more than 7 days is not sent.',
    table(
      ['type', 'meaning'],
      emailMeanings([...Object.keys(mailTextRenderers), ...Object.keys(mailObsolescenceChecks)]).map(
        ([kind, meaning]) => [code(kind), meaning],
      ),
    ),
  );

/** Shows the CLI's own help for every command. */
async function cliPage(): Promise<string> {
  const help = async (...args: string[]) => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const unused = () => Promise.reject(new Error('help opens no shop'));
    await runCommand([...args, '--help'], { say, track: trackProgress, printError: say }, unused);
    return lines.join('\n');
  };
  const namesIn = (text: string) => {
    const lists = text.split(/^(?=\S.*:$)/m).filter((part) => !/^(?:Options|Arguments|Usage)/.test(part));
    const names = lists.flatMap((part) =>
      [...part.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name),
    );
    return names.filter((name) => name !== 'help' && name !== 'npm');
  };
  const parts: string[] = [];
  const top = await help();
  for (const name of namesIn(top)) {
    const text = await help(name);
    parts.push(`## ${name}`, block('text', text));
    if (!/^Commands:|^.*:\n {2}help /m.test(text)) continue;
    for (const sub of namesIn(text.slice(text.indexOf('Commands:'))))
      parts.push(`### ${name} ${sub}`, block('text', await help(name, sub)));
  }
  return page('Command line', 'Run commands in the folder of the project.', block('text', top), ...parts);
}

/** Links to the section of the shared object in the type. */
const typeCell = ({ type, object }: Pick<SchemaField, 'type' | 'object'>) =>
  object === '' ? code(type) : `[${code(type)}](#${object.toLowerCase()}-object)`;

const nameCell = ({ depth, name }: SchemaField) => code(`${'  '.repeat(depth)}${name}`);

/** Returns a table of the fields that no shared object has; none for no field. */
function wireTable(io: 'input' | 'output', lines: readonly SchemaField[]): string[] {
  const own = lines.filter(({ isShared, name }) => !isShared && name !== '');
  if (own.length === 0) return [];
  const headers = ['field', 'type', ...(io === 'input' ? ['required', 'limits'] : []), 'meaning'];
  const rows = own.map((line) => [
    nameCell(line),
    typeCell(line),
    ...(io === 'input' ? [line.required ? 'yes' : '', line.note] : []),
    line.description,
  ]);
  return [table(headers, rows)];
}

/** Describes a body or `data` that is more than an object of the fields in the table below. */
function wholeType(name: string, schema: z.ZodType, io: 'input' | 'output', scope: string): string[] {
  const { type, object } = typeOf(schema, io);
  if (type === 'object') return [];
  const [first] = listSchemaFields(schema, io, scope);
  return [`${name}: ${typeCell({ type, object })}${first?.name === '' ? `. ${first.description}` : ''}`];
}

function apiPage(): string {
  const keys = (Object.keys(endpoints) as (keyof typeof endpoints)[]).sort();
  const part = (key: keyof typeof endpoints) => {
    const row: EndpointDefinition = endpoints[key];
    const [method = '', path = ''] = key.split(' ');
    const { request, response } = exampleOf(method, path, row);
    const scope = scopeOf(key, row);
    const input = [
      ...(row.params ? listSchemaFields(row.params, 'input', `${scope}.path`) : []),
      ...[row.query, row.body].flatMap((schema) => (schema ? listSchemaFields(schema, 'input', scope) : [])),
    ];
    return [
      `### ${key}`,
      row.summary,
      ...(row.body ? wholeType('Body', row.body, 'input', scope) : []),
      ...wireTable('input', input),
      block('sh', request),
      ...(response === null
        ? ['The response has no envelope: a redirect, a file or an empty body.']
        : [
            ...wholeType('Response, `data`', row.data, 'output', scope),
            ...wireTable('output', listSchemaFields(row.data, 'output', scope)),
            block('json', response),
          ]),
    ];
  };
  const objectsOf = (objects: Record<string, z.ZodType>, io: 'input' | 'output') =>
    Object.entries(objects).flatMap(([name, schema]) => [
      `### ${name} object`,
      ...wireTable(io, listSchemaFields(schema, io, name)),
    ]);
  return page(
    'API',
    'The pages of the shop and other clients use the same API. A running shop has the same reference at `/api`, and as OpenAPI 3.1 at `/api/openapi.json`. [Error codes](error-codes.md) lists the codes. The examples are generated from the schemas.',
    'Customers log in with `POST /api/v1/customer/login`. A program then sends `data.token` of the answer as the header `token`. A browser (a request with `Origin` or `Sec-Fetch-Site`) receives a cookie instead, and its `token` is only the marker `session-cookie`.',
    'A cookie identifies a shopper without a login: `__Host-visitor`, or `visitor` if `SITE_URL` starts with `http://`. The API sets it when it first needs it, for example in the response of `POST /api/v1/checkout`. Send it with all later calls of the same shopper.',
    `${wireUnits} Types with a capital letter are [objects](#objects) that several endpoints share; \`Product & {…}\` has all fields of Product and those in the table.`,
    ...groupTitles.flatMap((title) => [
      `## ${title}`,
      ...keys.filter((key) => getGroupTitle(key) === title).flatMap(part),
    ]),
    '## Objects',
    ...objectsOf(inputObjects, 'input'),
    ...objectsOf(outputObjects, 'output'),
  );
}

/** Returns the text of every page by file name. */
export async function referencePages(): Promise<Record<string, string>> {
  return {
    'environment.md': environmentPage(),
    'settings.md': settingsPage(),
    'theme.md': themePage(),
    'promotions.md': promotionsPage(),
    'popups.md': listPage(
      'Popups and bars',
      'popups',
      'Edit `shop/popups.json`, then run `npm run shop -- apply shop/`. Types 5 to 7 are bars.',
      [
        {
          id: 1,
          type: 5,
          display_page: 'all',
          json_config: { position: 1, text: 'Free shipping this week' },
        },
      ],
    ),
    'csv-columns.md': csvPage(),
    'language-keys.md': languageKeysPage(),
    'error-codes.md': codesPage(),
    'metrics.md': metricsPage(),
    'jobs.md': jobsPage(),
    'emails.md': emailsPage(),
    'cli.md': await cliPage(),
    'api.md': apiPage(),
  };
}
