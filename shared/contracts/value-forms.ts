/**
 * How a period is written on the wire, ISO 8601: 2026-10-10, 2026-10, 2026, 2026-03-01/2026-05-01 (`..` for an open end,
 * as in EDTF), P6M, P6M/2026-11-18, 2026-11-18/P3M. Nothing in it repeats without an end.
 */
export const PERIOD_FORM =
  /^(?:[12]\d{3}(?:-\d\d(?:-\d\d)?)?|(?:[12]\d{3}-\d\d-\d\d\/)?P(?:[1-9]\d{0,3}[DWM]|[1-9]\d{0,2}Y|T[1-9]\d{0,3}H)|P(?:[1-9]\d{0,3}[DWM]|[1-9]\d{0,2}Y|T[1-9]\d{0,3}H)\/[12]\d{3}-\d\d-\d\d|(?:[12]\d{3}-\d\d-\d\d|\.\.)\/(?:[12]\d{3}-\d\d-\d\d|\.\.))$/;

/** An ISO 4217 code. */
export const CURRENCY_FORM = /^[A-Z]{3}$/;
