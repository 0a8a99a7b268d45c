/** All migrations in order. Never change a released migration; append a new one. */
import type { Migration } from 'kysely/migration';
import type { Database } from '../database.ts';
import { columnTypes, createTable, type TableDefinition } from '../ddl.ts';
import { bagTables } from './0001-bag.ts';
import { catalogTables } from './0001-catalog.ts';
import { houseTables } from './0001-house.ts';
import { orderTables } from './0001-orders.ts';
import { addSearch } from './0002-search.ts';
import { addDraftOrders } from './0003-begun-orders.ts';
import { addOrderPromotions } from './0004-order-promotions.ts';
import { addPaymentTurns } from './0004-payment-turns.ts';
import { indexDeadJobs } from './0005-given-up-jobs.ts';
import { addNewsletter } from './0006-newsletter.ts';
import { dropSearch } from './0007-search-in-memory.ts';
import { shortenPictureIds } from './0010-short-picture-ids.ts';
import { addStarCounts } from './0011-star-counts.ts';
import { addUnpaidHolds } from './0012-unpaid-holds.ts';
import { hashTokens } from './0013-hashed-tokens.ts';
import { likeByVisitor } from './0014-likes-by-visitor.ts';
import { markStoredUploads } from './0015-stored-uploads.ts';
import { addCustomers } from './0016-customers.ts';
import { addRefunds } from './0017-refunds.ts';
import { addLineTax } from './0018-line-tax.ts';
import { addVisits } from './0019-visits.ts';
import { addConversions } from './0020-conversions.ts';
import { addPopupEvents } from './0021-popups.ts';
import { addDelivery } from './0022-delivery.ts';
import { addStockWaits } from './0023-stock-waits.ts';
import { addBilling } from './0024-billing.ts';
import { addOrderProgress } from './0025-order-progress.ts';
import { addReturns } from './0026-returns.ts';
import { nameReturnsInRefunds } from './0027-refunds-of-returns.ts';
import { addSearchCounts } from './0028-search-counts.ts';
import { addBoughtVariants } from './0029-bought-variants.ts';
import { addWishlists } from './0030-wishlists.ts';
import { dropSearchTables } from './0031-drop-search-tables.ts';
import { addFormerHandles } from './0032-former-handles.ts';
import { addLoginDevices } from './0033-login-devices.ts';
import { addLookupIndexes } from './0034-lookup-indexes.ts';
import { unlogLimits } from './0035-unlogged-limits.ts';
import { makeIndexesWhole } from './0036-whole-indexes.ts';
import { addStaff } from './0037-staff.ts';
import { addOrderSearch } from './0038-order-search.ts';

export function migrations(dialect: Database['dialect']): Record<string, Migration> {
  const types = columnTypes(dialect);
  return {
    '0001-first-tables': {
      up: async (db) => {
        const tables: Record<string, TableDefinition> = {
          ...houseTables(types),
          ...catalogTables(types),
          ...orderTables(types),
          ...bagTables(types),
        };
        for (const [name, definition] of Object.entries(tables)) {
          await createTable(db, dialect, name, definition);
        }
      },
    },
    '0002-search': { up: (db) => addSearch(db, dialect) },
    '0003-begun-orders': { up: (db) => addDraftOrders(db, types) },
    '0004-order-promotions': { up: (db) => addOrderPromotions(db, dialect, types) },
    '0004-payment-turns': { up: (db) => addPaymentTurns(db, types) },
    '0005-given-up-jobs': { up: indexDeadJobs },
    '0006-newsletter': { up: (db) => addNewsletter(db, dialect, types) },
    '0007-search-in-memory': { up: dropSearch },
    '0010-short-picture-ids': { up: (db) => shortenPictureIds(db, dialect, types) },
    '0011-star-counts': { up: (db) => addStarCounts(db, types) },
    '0012-unpaid-holds': { up: (db) => addUnpaidHolds(db, dialect, types) },
    '0013-hashed-tokens': { up: (db) => hashTokens(db, dialect, types) },
    '0014-likes-by-visitor': { up: likeByVisitor },
    '0015-stored-uploads': { up: (db) => markStoredUploads(db, types) },
    '0016-customers': { up: (db) => addCustomers(db, dialect, types) },
    '0017-refunds': { up: (db) => addRefunds(db, dialect, types) },
    '0018-line-tax': { up: (db) => addLineTax(db, types) },
    '0019-visits': { up: (db) => addVisits(db, dialect, types) },
    '0020-conversions': { up: (db) => addConversions(db, dialect, types) },
    '0021-popups': { up: (db) => addPopupEvents(db, dialect, types) },
    '0022-delivery': { up: (db) => addDelivery(db, types) },
    '0023-stock-waits': { up: (db) => addStockWaits(db, dialect, types) },
    '0024-billing': { up: (db) => addBilling(db, types) },
    '0025-order-progress': { up: (db) => addOrderProgress(db, types) },
    '0026-returns': { up: (db) => addReturns(db, dialect, types) },
    '0027-refunds-of-returns': { up: (db) => nameReturnsInRefunds(db, types) },
    '0028-search-counts': { up: (db) => addSearchCounts(db, dialect, types) },
    '0029-bought-variants': { up: (db) => addBoughtVariants(db, types) },
    '0030-wishlists': { up: (db) => addWishlists(db, dialect, types) },
    '0031-drop-search-tables': { up: dropSearchTables },
    '0032-former-handles': { up: (db) => addFormerHandles(db, dialect, types) },
    '0033-login-devices': { up: (db) => addLoginDevices(db, dialect, types) },
    '0034-lookup-indexes': { up: addLookupIndexes },
    '0035-unlogged-limits': { up: dialect === 'postgres' ? unlogLimits : async () => {} },
    '0036-whole-indexes': { up: (db) => makeIndexesWhole(db, dialect) },
    '0037-staff': { up: (db) => addStaff(db, dialect, types) },
    '0038-order-search': { up: (db) => addOrderSearch(db, types) },
  };
}
