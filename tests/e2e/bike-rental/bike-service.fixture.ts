import { json, startService } from "#shared/made-domains/library-service.fixture.ts";

const station = {
  ...{ id: 12, href: "https://api.vento.invalid/v3/stations/12", name: "Praça da Matriz" },
  address: { street: "Rua da Praia, 100", city: "Porto Alegre" },
  ...{ location: { lat: -30.03, lon: -51.23 }, freeDocks: 6, bikesAvailable: 9 },
};
const bike = {
  ...{ _etag: "W/88f1", firmware: { board: "v7" }, updatedAt: "2026-11-20T09:12:44Z" },
  ...{ id: "B-104", model: "Vento 3", kind: "city", status: "available", station, tags: ["new"] },
};
const customer = {
  ...{ id: 33, name: "João Lima", email: "joao@lima.com.br", createdAt: "2025-02-01T10:00:00Z" },
  preferences: { newsletter: false },
};
const rental = {
  ...{ id: 812, bike: { id: "B-104", model: "Vento 3" }, customer },
  ...{ startedAt: "2026-11-20T09:30:00Z", dueAt: "2026-11-20T11:30:00Z", status: "overdue" },
  cost: { amount: 18.5, currency: "BRL" },
};
const invoice = {
  ...{ number: "2041", customer, issuedOn: "2026-11-20", dueOn: "2026-12-05" },
  ...{ total: 55.5, currency: "BRL", status: "open", lines: [{ text: "3 h", amount: 55.5 }] },
};

const ANSWERS: readonly (readonly [form: RegExp, answer: unknown])[] = [
  [/^GET \/stations(\?|$)/, { data: [station, { ...station, id: 7 }], next_cursor: "c2" }],
  [/^GET \/stations\/\d+$/, station],
  [/^GET \/stations\/\d+\/bikes$/, { data: [bike] }],
  [/^GET \/bikes(\?|$)/, { data: [bike, { ...bike, id: "B-105", kind: "cargo" }] }],
  [/^(GET|PATCH) \/bikes\/|^POST \/bikes$/, bike],
  [/^GET \/rentals(\?|$)/, { data: [rental], total: 1 }],
  [/^(GET|POST) \/rentals/, rental],
  [/^GET \/customers/, { data: [customer] }],
  [/^POST \/customers/, customer],
  [/^POST \/damages/, { id: 9, status: "reported" }],
  [/^GET \/invoices(\?|$)/, [invoice]],
  [/^(GET|POST) \/invoices\//, invoice],
  [/^GET \/prices/, [{ kind: "city", pricePerHour: 9.25, currency: "BRL" }]],
];

/** The service that the document describes, which keeps what it was asked. */
export const startBikes = () =>
  startService((request, response) => {
    const asked = `${request.method ?? ""} ${request.url}`;
    const [, answer] = ANSWERS.find(([form]) => form.test(asked)) ?? [];
    json(response, answer ?? {}, answer === undefined ? 404 : 200);
  });
