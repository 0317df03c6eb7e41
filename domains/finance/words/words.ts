import { loadMessages } from "#shared/domain-kit/load-messages.ts";

export const words = loadMessages<typeof import("../messages/values.json")>(
  new URL("../messages/", import.meta.url),
);
