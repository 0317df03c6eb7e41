import { z } from "zod";

const day = z.iso.date();
const moment = z.iso.datetime();

/**
 * When a key ends: a day (its first moment) or a moment, both in UTC.
 * Shape: 2027-01-31, 2027-01-31T18:00:00Z. "none" for anything else, "past" for what is over
 */
export function readUntil(text: string, now: Date): Date | "none" | "past" {
  if (!day.safeParse(text).success && !moment.safeParse(text).success) return "none";
  const until = new Date(text);
  return until > now ? until : "past";
}
