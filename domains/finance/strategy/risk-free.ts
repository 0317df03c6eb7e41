/** A year's rate for money without risk, by currency: assumptions, said in every answer that uses them. */
const rates: Readonly<Record<string, number>> = {
  // Selic target, Banco Central do Brasil
  BRL: 0.15,
  // three-month Treasury bill
  USD: 0.04,
  // Riksbank policy rate
  SEK: 0.0175,
  // ECB deposit rate
  EUR: 0.02,
  // Danmarks Nationalbank certificate of deposit
  DKK: 0.016,
};

const ELSEWHERE = 0.03;

/** 0.15 is 15 % a year. */
export const riskFreeRate = (currency: string): number =>
  Object.hasOwn(rates, currency) ? (rates[currency] ?? ELSEWHERE) : ELSEWHERE;
