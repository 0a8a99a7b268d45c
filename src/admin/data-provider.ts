/** react-admin's access to the data: maps its resources, pages, sorting and filters to endpoints of the contract. */
import type { DataProvider, GetListParams, GetOneParams, Identifier, RaRecord } from 'react-admin';
import type { RequestInput, ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { CallApi, CallOptions } from './api.ts';

export type OrderSummary = ResponseData<Endpoints['GET /api/v1/admin/orders']>['items'][number];
export type Order = ResponseData<Endpoints['GET /api/v1/admin/orders/:order_no']>;
export type Shipment = RequestInput<Endpoints['POST /api/v1/admin/orders/:order_no/parcels']>['body'];

/** A record as react-admin needs it: with a field `id`. */
type WithId<Value> = Value & { id: Identifier };

type ListQuery = Record<string, unknown> & {
  page: number;
  per_page: number;
  /** `field:asc` or `field:desc`. */
  sort?: string;
};

/** The endpoints of one resource. Absent methods do not exist for it. */
interface ResourceEndpoints {
  list(query: ListQuery, options: CallOptions): Promise<ListAnswer>;
  one(id: string, options: CallOptions): Promise<RaRecord>;
}

interface ListAnswer {
  items: RaRecord[];
  total: number;
}

export type OrderRecord = WithId<Order>;

/** react-admin's provider, and the acts of the shop that it has no method for. */
export interface AdminData extends DataProvider {
  shipOrder(orderNo: string, shipment: Shipment): Promise<WithId<Order>>;
}

export function createDataProvider(call: CallApi): AdminData {
  const resources: Readonly<Record<string, ResourceEndpoints>> = {
    orders: {
      list: async (query, options) => {
        const answer = await call('GET /api/v1/admin/orders', { query: query as never }, options);
        return { ...answer, items: answer.items.map(orderRecord) };
      },
      one: async (order_no, options) =>
        orderRecord(await call('GET /api/v1/admin/orders/:order_no', { params: { order_no } }, options)),
    },
  };
  const endpointsOf = (resource: string) => {
    const found = resources[resource];
    if (!found)
      throw new Error(`The admin has no resource "${resource}". Add it to src/admin/data-provider.ts.`);
    return found;
  };
  const unavailable = (method: string) => async (resource: string) => {
    throw new Error(`The admin cannot ${method} "${resource}". Add it to src/admin/data-provider.ts.`);
  };
  const getOne = async (resource: string, { id, signal }: GetOneParams) => ({
    data: await endpointsOf(resource).one(String(id), { signal }),
  });
  return {
    supportAbortSignal: true,
    async getList(resource: string, { pagination, sort, filter, signal }: GetListParams) {
      const { items, total } = await endpointsOf(resource).list(
        {
          ...withoutBlanks(filter),
          page: pagination?.page ?? 1,
          per_page: pagination?.perPage ?? 25,
          ...(sort && { sort: `${sort.field}:${sort.order.toLowerCase()}` }),
        },
        { signal },
      );
      return { data: items, total };
    },
    getOne,
    getMany: async (resource: string, { ids, signal }: { ids: Identifier[]; signal?: AbortSignal }) => ({
      data: await Promise.all(ids.map(async (id) => (await getOne(resource, { id, signal })).data)),
    }),
    getManyReference: unavailable('list references of'),
    create: unavailable('create'),
    update: unavailable('update'),
    updateMany: unavailable('update'),
    delete: unavailable('delete'),
    deleteMany: unavailable('delete'),
    shipOrder: async (order_no: string, body: Shipment) =>
      orderRecord(
        await call('POST /api/v1/admin/orders/:order_no/parcels', {
          params: { order_no },
          body: body as never,
        }),
      ),
  } as AdminData;
}

function orderRecord<Value extends { order_no: string }>(order: Value): WithId<Value> {
  return { ...order, id: order.order_no };
}

/** Returns the filter without empty values: an empty search field does not filter. */
function withoutBlanks(filter: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter ?? {})
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined),
  );
}
