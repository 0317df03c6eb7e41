import { expect, it } from "vitest";
import { typedCommand } from "./webhook.ts";

const CODE = "abcdefghjkmnpqrstuvw";

it.each([
  ["/help", "help", ""],
  ["!STOP", "stop", ""],
  [" /cancel ", "cancel", ""],
  ["/start", "help", ""],
  [`/start ${CODE}`, "link", CODE],
  [`!link ${CODE}`, "link", CODE],
  [`start ${CODE}`, "link", CODE],
  ["/start welcome", "link", "welcome"],
])("%s is a command", (text, command, argument) => {
  expect(typedCommand(text)).toEqual({ command, argument });
});

it.each([
  "help",
  "stop",
  "start",
  "start the engine",
  `send ${CODE}`,
  "!important",
  "/price Apple",
])("%s is no command", (text) => {
  expect(typedCommand(text).command).toBeUndefined();
});
