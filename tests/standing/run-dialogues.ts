import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { localeSchema } from "#shared/contracts/names.ts";
import { schedulesPage, ticksPage } from "#shared/contracts/schedule-endpoints.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { startUp } from "../e2e/up-system.ts";

/** Dialogues about standing requests, as people wrote them who had not seen the program; the clock moves between turns. */
const dialogue = z.object({
  id: z.string(),
  lang: localeSchema,
  zone: z.string(),
  turns: z.array(
    z.object({
      now: z.string(),
      text: z.string(),
      outcome: z.array(z.enum(["does", "asks", "declines"])),
      effects: z.array(z.string()),
      shows: z.array(z.string()),
      stored: z.string(),
      /** What stands afterwards, in the program's own words: looked at by people, once. */
      kept: z.array(z.string()).optional(),
    }),
  ),
});
export type Dialogue = z.infer<typeof dialogue>;

export const judgedDialogues = (name = "standing-dialogues"): Dialogue[] =>
  readFileSync(new URL(`judged/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => dialogue.parse(JSON.parse(line)));

/** A process with a moved clock looks five times a second at what is due; on a busy machine it takes longer to do that. */
const LOOK_MS = 300;
const MOST_LOOKS = 30;

/** What `npm start` starts, with a clock that is set. */
export async function startDialogues() {
  const telegram = await startFakeTelegram();
  const system = await startUp(
    {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_CHAT_ID: "42",
    },
    { at: "2026-08-01T10:00:00Z" },
  );
  const kept = async () => {
    const found = await fetch(`${system.url}/v1/schedules`);
    return schedulesPage.parse(await found.json()).schedules;
  };
  return {
    system,
    set: system.setClock,
    say: async (input_text: string, session_id: string, timezone: string) => {
      const body = { input_text, session_id, follows_ticks: true, metadata: { timezone } };
      const answer = await system.post("/v1/turns", body);
      return turnResponse.parse(answer.body);
    },
    kept,
    ticks: async () => {
      const found = await fetch(`${system.url}/v1/schedules/ticks`);
      return ticksPage.parse(await found.json()).ticks;
    },
    /** Nothing stands any more. */
    clear: async () => {
      for (const { id } of await kept())
        await fetch(`${system.url}/v1/schedules/${id}`, { method: "DELETE" });
    },
    close: async () => {
      await system.close();
      await telegram.close();
    },
  };
}
export type Dialogues = Awaited<ReturnType<typeof startDialogues>>;

export type JudgedTurn = {
  readonly id: string;
  readonly text: string;
  readonly answer: string;
  readonly kept: readonly string[];
  readonly stored: string;
  readonly wrong: readonly string[];
};

/** Waits until nothing of before then is left to be done or told. */
export async function rung({ kept, ticks }: Dialogues, now: number): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const isDue = (await kept()).some(
      ({ status, next_at }) => status === "active" && next_at !== null && next_at <= now,
    );
    if (!isDue && !(await ticks()).some(({ status }) => status === "running")) return;
    await wait(LOOK_MS);
  }
}

const SENDS: Readonly<Record<string, string>> = { send_telegram_message: "send_message" };

/** One dialogue, from its beginning. What is wrong with a turn is said in words; none is right. */
export async function holdDialogue(
  started: Dialogues,
  { id, zone, turns }: Dialogue,
): Promise<JudgedTurn[]> {
  const judged: JudgedTurn[] = [];
  await started.clear();
  let before = Date.parse(turns[0]?.now ?? "");
  for (const [at, turn] of turns.entries()) {
    started.set(turn.now);
    // What is due in between rings.
    if (Date.parse(turn.now) - before > 5 * 60_000) await rung(started, Date.parse(turn.now));
    before = Date.parse(turn.now);
    const told = await started.say(turn.text, id, zone);
    const outcome = outcomeOf(told);
    const done = told.trace.receipts.map(({ capability }) => SENDS[capability] ?? capability);
    const schedules = await started.kept();
    const kept = schedules
      .map(
        ({ shown, status, words }) =>
          `${status === "active" ? "" : `${status}: `}${shown} | ${words}`,
      )
      .toReversed();
    const further = done.filter((effect) => !turn.effects.includes(effect));
    const unsaid = turn.shows.filter((each) => !fold(told.answer).includes(fold(each)));
    const wrong = [
      ...(turn.outcome.includes(outcome) ? [] : [`${outcome}, not ${turn.outcome.join(" or ")}`]),
      ...further.map((effect) => `did ${effect}`),
      ...unsaid.map((each) => `does not say ${each}`),
      ...(turn.kept === undefined || JSON.stringify(turn.kept) === JSON.stringify(kept)
        ? []
        : [`keeps ${kept.join("; ")}, not ${turn.kept.join("; ")}`]),
    ];
    judged.push({
      ...{ id: `${id}:${at + 1}`, text: turn.text, answer: told.answer, kept, wrong },
      stored: turn.stored,
    });
  }
  return judged;
}

/** Why nothing is done, as the trace says it: "not standing", "standing requests: kept". */
const DECLINED = /^not |: kept$/;

function outcomeOf({ status, answer, pending, trace }: z.infer<typeof turnResponse>) {
  if (pending !== null && pending !== undefined) return "asks";
  if (trace.intent.evidence.some(({ detail }) => DECLINED.test(detail))) return "declines";
  if (status === "clarification" || answer.trimEnd().endsWith("?")) return "asks";
  return status === "success" || status === "partial" ? "does" : "declines";
}

/** `node tests/standing/run-dialogues.ts FILE [ID ...]`, a file of `judged/` without its ending. */
if (import.meta.main) {
  const started = await startDialogues();
  const [name, ...only] = process.argv.slice(2);
  let wrong = 0;
  try {
    for (const each of judgedDialogues(name)) {
      if (only.length > 0 && !only.includes(each.id)) continue;
      for (const turn of await holdDialogue(started, each)) {
        const mark = turn.wrong.length === 0 ? "ok" : `WRONG ${turn.wrong.join(" / ")}`;
        if (turn.wrong.length > 0) wrong += 1;
        console.log(
          `${turn.id} [${mark}]\n   > ${turn.text}\n   < ${turn.answer.replaceAll("\n", "\n     ")}\n   kept: ${turn.kept.join(" ;; ")}\n   want: ${turn.stored}`,
        );
      }
    }
    console.log("wrong turns:", wrong);
  } finally {
    await started.close();
  }
}
