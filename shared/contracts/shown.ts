import { z } from "zod";
import { entitiesSchema, followupRequest, goalFrame } from "./intent.ts";
import { domainName, fieldName } from "./names.ts";
import { fileSchema } from "./output.ts";

/** More of one answer are not kept. */
export const MOST_SHOWN_ITEMS = 50;
/** So many answers back something can be named. */
export const MOST_SHOWN_ANSWERS = 5;
/** A longer answer is kept to its beginning, and is asked for again where all of it is needed. */
export const MOST_SHOWN_CHARS = 6000;

export const MOST_SHOWN_FILES = 10;

/** One thing that an answer showed: what it is called, what it is for its domain's goals, how it is said in a sentence. */
export const shownItem = z.strictObject({
  domain: domainName,
  label: z.string().max(300),
  entities: entitiesSchema,
  said_as: z.string().max(300),
});
export type ShownItem = z.infer<typeof shownItem>;

/** What one answer showed, and what had been asked for. */
export const shownAnswer = z.strictObject({
  /** The words that asked for it. */
  said: z.string().max(500),
  text: z.string().max(MOST_SHOWN_CHARS),
  /** The text is all of it, and so are the files. */
  whole: z.boolean(),
  /** What it had beside its text, behind links that end. Absent: nothing, or in an older version. */
  files: z.array(fileSchema).max(MOST_SHOWN_FILES).optional(),
  frames: z.array(goalFrame).max(10),
  followups: z.array(followupRequest).max(10),
  /** The items were a list, also where it held one: "the second" is one of these. */
  list: z.boolean(),
  items: z.array(shownItem).max(MOST_SHOWN_ITEMS),
  /** The goal's entity that says how many. */
  limit: fieldName.optional(),
  /** When it was shown. Absent: in an older version. */
  at: z.number().optional(),
  /** Something was changed by it. */
  acted: z.boolean(),
  /** Whose text from outside it holds: `web.read_web_page`. */
  outside: z.array(z.string().max(200)).max(20),
});
export type ShownAnswer = z.infer<typeof shownAnswer>;

/** The last answers, the newest last. */
export const shownAnswers = z.array(shownAnswer).max(MOST_SHOWN_ANSWERS);
