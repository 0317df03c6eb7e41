import type { Tick } from "./schedule.ts";

/** Channels that bring a text to its owner by themselves; on any other it waits until its owner looks. */
const BRINGING: ReadonlySet<string> = new Set(["telegram"]);
export const isBrought = ({ tell }: Pick<Tick, "tell">): boolean => BRINGING.has(tell.channel);
