import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { Orders } from "../orders/open-orders.ts";
import { words } from "../words.ts";

/** `{order_id}`: an order of the person's own. */
export const getOrder =
  (orders: Orders): Handler =>
  async (params, { context, locale, today }) => {
    const say = words[locale];
    const id = Number(params["order_id"]);
    const order = orders.find(context.user_id, id, today());
    if (order === undefined)
      return failure({ code: "NOT_FOUND", explanation: say.orderNotFound(id) });
    return success({ result: { order }, explanation: say.order(order) });
  };
