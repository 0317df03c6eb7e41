import { z } from "zod";
import { because } from "../messages/reason.ts";

/** Of a million tokens. */
const price = z.number().nonnegative().max(1e9);

/** What tokens cost, as the operator says it: the file that REGENTE_PRICES names. */
export const priceTable = z
  .strictObject({
    /** ISO 4217: USD, BRL */
    currency: z.string().regex(/^[A-Z]{3}$/, { error: '"USD"' }),
    /** By provider and model, as `GET /v1/usage` names them: `openai/gpt-6-luna`. */
    models: z.record(
      z.string().max(200),
      z.strictObject({
        input: price,
        output: price,
        /** Of input that the provider had kept; as `input` where it is absent. */
        cached: price.optional(),
      }),
    ),
    /** The model whose price of input what a router that is only a model would have taken is told by. */
    counterfactual: z.string().max(200).optional(),
  })
  .refine(({ models, counterfactual: name }) => name === undefined || Object.hasOwn(models, name), {
    path: ["counterfactual"],
    ...because("none_of_models"),
  });
export type PriceTable = z.infer<typeof priceTable>;
