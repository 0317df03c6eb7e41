import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { daysFrom, type IsoDate, shift } from "#shared/calendar/days.ts";
import { durableDatabase } from "#shared/private-files/private-files.ts";

/** The day that the sample's dates are written for. On a later one they are as much later, so that it does not age. */
const SAMPLE_DAY = "2026-11-20";
/** Orders of an invented shop. */
const sampleOrders = [
  {
    id: 1001,
    status: "delivered",
    items: ["Fone de ouvido sem fio"],
    total_cents: 24_990,
    placed_on: "2026-10-05",
    expected_on: "2026-10-09",
    tracking_code: "BR100100100BR",
  },
  {
    id: 1002,
    status: "shipped",
    items: ["Cafeteira italiana", "Café torrado 500 g"],
    total_cents: 18_780,
    placed_on: "2026-11-16",
    expected_on: "2026-11-24",
    tracking_code: "BR100200200BR",
  },
  {
    id: 1003,
    status: "preparing",
    items: ["Teclado mecânico"],
    total_cents: 39_900,
    placed_on: "2026-11-18",
    expected_on: "2026-11-27",
    tracking_code: null,
  },
  {
    id: 1004,
    status: "paid",
    items: ["Mochila para notebook"],
    total_cents: 15_990,
    placed_on: "2026-11-19",
    expected_on: "2026-11-30",
    tracking_code: null,
  },
  {
    id: 1005,
    status: "cancelled",
    items: ["Luminária de mesa"],
    total_cents: 8_990,
    placed_on: "2026-11-02",
    expected_on: null,
    tracking_code: null,
  },
  {
    id: 1006,
    status: "returned",
    items: ["Tênis de corrida 42"],
    total_cents: 32_990,
    placed_on: "2026-10-11",
    expected_on: "2026-10-17",
    tracking_code: "BR100600600BR",
  },
] as const;

export const orderStatuses = [
  "paid",
  "preparing",
  "shipped",
  "delivered",
  "cancelled",
  "returned",
] as const;

const orderRow = z.object({
  id: z.int(),
  status: z.enum(orderStatuses),
  items: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  total_cents: z.int(),
  currency: z.string(),
  /** "2026-11-03" */
  placed_on: z.string(),
  expected_on: z.string().nullable(),
  tracking_code: z.string().nullable(),
  is_sample: z.int().transform((value) => value === 1),
});
export type Order = z.infer<typeof orderRow>;

export type Orders = {
  /** An order of this person, or one of the samples as it is today; undefined for anyone else's. */
  find(owner: string, id: number, today: IsoDate): Order | undefined;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS orders (
    id INTEGER PRIMARY KEY, owner TEXT, status TEXT NOT NULL, items TEXT NOT NULL, total_cents INTEGER NOT NULL,
    currency TEXT NOT NULL, placed_on TEXT NOT NULL, expected_on TEXT, tracking_code TEXT,
    is_sample INTEGER NOT NULL DEFAULT 0
  ) STRICT;`;

/**
 * The table of orders in a SQLite file, made with a few sample orders when it is not there. A shop writes its own
 * rows into it, each with its `owner`; only they and the samples are found.
 * Errors: DatabaseError
 */
export function openOrders(path: string): Orders {
  const file = durableDatabase(path, TABLES);
  if (file.prepare("SELECT 1 FROM orders LIMIT 1").get() === undefined) fill(file);
  const one = file.prepare("SELECT * FROM orders WHERE id = ? AND (owner = ? OR is_sample = 1)");
  return {
    find(owner, id, today) {
      const row = one.get(id, owner);
      if (row === undefined) return undefined;
      const order = orderRow.parse(row);
      return order.is_sample ? asOf(today, order) : order;
    },
  };
}

function asOf(today: IsoDate, sample: Order): Order {
  const days = Math.max(0, daysFrom(SAMPLE_DAY, today));
  const later = (date: IsoDate) => shift(date, days, "day");
  const { placed_on, expected_on } = sample;
  return {
    ...sample,
    placed_on: later(placed_on),
    expected_on: expected_on === null ? null : later(expected_on),
  };
}

function fill(file: DatabaseSync): void {
  const insert = file.prepare(
    `INSERT OR IGNORE INTO orders (id, status, items, total_cents, currency, placed_on, expected_on, tracking_code, is_sample)
     VALUES (:id, :status, :items, :total_cents, 'BRL', :placed_on, :expected_on, :tracking_code, 1)`,
  );
  for (const order of sampleOrders) insert.run({ ...order, items: JSON.stringify(order.items) });
}
